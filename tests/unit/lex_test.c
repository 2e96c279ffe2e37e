// tests/unit/lex_test.c: text to tokens.

#include "lang/lex.h"

#include "base/buf.h"
#include "test.h"

typedef struct Lexed {
    Arena arena;
    Sources sources;
    Diags diags;
    Lexicon lexicon;
    Tokens tokens;
} Lexed;

static void lexed_init(Lexed *l, const char *text, size_t size)
{
    Err err = {0};
    *l = (Lexed){0};
    l->sources.arena = &l->arena;
    l->diags.arena = &l->arena;
    lexicon_init(&l->lexicon, &l->arena);
    l->tokens = lex(&l->lexicon, source_add(&l->sources, "t.p", text, size, &err), &l->diags);
}

static void lexed_drop(Lexed *l)
{
    lexicon_drop(&l->lexicon);
    arena_drop(&l->arena);
}

// The tokens as "text text ...", each as it stands in the source.
static void expect_tokens(const char *text, const char *wanted)
{
    Lexed l;
    Buf got = {0};
    lexed_init(&l, text, strlen(text));
    for (uint32_t i = 0; i + 1 < l.tokens.count; i++) {
        Span span = l.tokens.items[i].span;
        if (i)
            buf_char(&got, ' ');
        buf_add(&got, text + span.start, span.end - span.start);
    }
    EXPECT_STR(buf_text(&got), wanted);
    EXPECT_EQ(l.tokens.items[l.tokens.count - 1].kind, TK_END);
    EXPECT_EQ(l.diags.error_count, 0);
    buf_drop(&got);
    lexed_drop(&l);
}

static void expect_kinds(const char *text, const TokenKind *kinds, uint32_t count)
{
    Lexed l;
    lexed_init(&l, text, strlen(text));
    EXPECT_EQ(l.tokens.count, count + 1);
    for (uint32_t i = 0; i < count; i++)
        EXPECT_EQ(l.tokens.items[i].kind, kinds[i]);
    lexed_drop(&l);
}

static void expect_error(const char *text, size_t size, DiagCode code, uint32_t start, uint32_t end)
{
    Lexed l;
    lexed_init(&l, text, size);
    EXPECT_EQ(l.diags.all.count, 1);
    EXPECT_STR(diag_code_name(l.diags.all.items[0]->code), diag_code_name(code));
    EXPECT_EQ(l.diags.all.items[0]->span.start, start);
    EXPECT_EQ(l.diags.all.items[0]->span.end, end);
    EXPECT_EQ(l.tokens.items[l.tokens.count - 1].kind, TK_END);
    lexed_drop(&l);
}

TEST(nothing_is_one_token)
{
    expect_tokens("", "");
    expect_tokens(" \t\r\n\f", "");
    expect_tokens("// a comment", "");
    expect_tokens("/* a comment */", "");
    expect_tokens("/**/", "");
    expect_tokens("/***/", "");
}

TEST(words_and_numbers)
{
    expect_tokens("machine Main_1 _x x1y", "machine Main_1 _x x1y");
    expect_tokens("12 007 1a", "12 007 1 a");
}

TEST(every_symbol_by_longest_match)
{
    static const TokenKind kinds[] = {
        TK_LBRACE, TK_RBRACE, TK_LBRACKET, TK_RBRACKET, TK_LPAREN, TK_RPAREN, TK_SEMI,
        TK_COMMA, TK_DOT, TK_COLON, TK_ASSIGN, TK_INSERT, TK_REMOVE, TK_ARROW, TK_EQ, TK_NE,
        TK_LE, TK_GE, TK_LT, TK_GT, TK_NOT, TK_AND, TK_OR, TK_IMPLIES, TK_IFF, TK_PLUS,
        TK_MINUS, TK_STAR, TK_SLASH, TK_PERCENT, TK_CHOICE, TK_FAIR_CHOICE,
    };
    expect_kinds("{ } [ ] ( ) ; , . : = += -= -> == != <= >= < > ! && || ==> <==> + - * / % $ $$",
                 kinds, sizeof kinds / sizeof *kinds);
    expect_tokens("a==>b<==>c==d=e", "a ==> b <==> c == d = e");
    expect_tokens("$$$", "$$ $");
    expect_tokens("<==", "<= =");
    expect_tokens("!==", "!= =");
    expect_tokens("-->", "- ->");
    expect_tokens("+==", "+= =");
}

TEST(floats_are_left_to_the_parser)
{
    expect_tokens("1.5", "1 . 5");
    expect_tokens("x.0.1", "x . 0 . 1");
}

TEST(the_only_word_with_a_hyphen)
{
    expect_tokens("init-condition x", "init-condition x");
    expect_tokens("init -condition", "init - condition");
    expect_tokens("init-cond", "init - cond");
    expect_tokens("xinit-condition", "xinit - condition");
}

TEST(strings_keep_escapes_and_line_ends)
{
    expect_tokens("\"a\" \"\"", "\"a\" \"\"");
    expect_tokens("\"a \\\" b\"c", "\"a \\\" b\" c");
    expect_tokens("\"\\\\\"x", "\"\\\\\" x");
    expect_tokens("\"a\nb\"", "\"a\nb\"");
    expect_tokens("\"// no comment\"", "\"// no comment\"");
}

TEST(comments_do_not_nest_and_hide_everything)
{
    expect_tokens("a /* /* */ b */", "a b * /");
    expect_tokens("a // b /* c\nd", "a d");
    expect_tokens("a/*\n\n*/b", "a b");
    expect_tokens("a / / b", "a / / b");
}

TEST(a_byte_order_mark_says_nothing_at_the_start)
{
    expect_tokens("\xef\xbb\xbf" "event", "event");
    expect_error("a \xef\xbb\xbf", 5, E0104, 2, 5);
}

TEST(what_is_never_closed)
{
    expect_error("a /* b", 6, E0102, 2, 4);
    expect_error("/*/", 3, E0102, 0, 2);
    expect_error("a \"b", 4, E0103, 2, 3);
    expect_error("\"\\", 2, E0103, 0, 1);
    expect_error("\"\\\"", 3, E0103, 0, 1);
}

TEST(what_is_no_p)
{
    expect_error("a ? b", 5, E0104, 2, 3);
    expect_error("a\0b", 3, E0104, 1, 2);
    expect_error("a & b", 5, E0104, 2, 3);
    expect_error("\x01", 1, E0104, 0, 1);
    expect_error("\xff\xfe\xff", 3, E0104, 0, 3);  // a run is one mistake
}

TEST(the_words_of_p_are_known_by_number)
{
    Lexed l;
    const char *text = "any machine trigger Main";
    lexed_init(&l, text, strlen(text));
    EXPECT_EQ(l.tokens.items[0].name_id, W_ANY);
    EXPECT_EQ(l.tokens.items[1].name_id, W_MACHINE);
    EXPECT_EQ(l.tokens.items[2].name_id, W_TRIGGER);
    EXPECT_TRUE(l.tokens.items[3].name_id >= WORD_COUNT);
    for (int word = 0; word < WORD_COUNT; word++)
        EXPECT_STR(l.lexicon.by_id.items[word]->text, word_text((Word)word));
    lexed_drop(&l);
}
