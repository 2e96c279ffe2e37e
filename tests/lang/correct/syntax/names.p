// Names: letters, digits, underscores, and no digit first.

event e;
event E;
event _;
event __tick__;
event eTick2;
event e_t_i_c_k;
event A1b2C3_;

machine m_1 {
    var _x, x_, X: int;

    start state _ { ignore e, E, _, __tick__, eTick2, e_t_i_c_k, A1b2C3_; }
}
