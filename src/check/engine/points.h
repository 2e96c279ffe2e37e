// check/engine/points.h: where one machine may be stopped so that another runs.
//
// A machine makes moves. Between two moves it is in one of these positions:
//
//     rest     between handlers, or in a receive: it wants an event. A machine that was
//              just created rests too: its first move runs its start entry, which
//              counts as taking an event
//     show     about to show monitors an event that it sends, if any watches that
//     put      about to put the event into the queue of its target
//     new      about to create a machine
//     say      about to announce an event, if any monitor watches that
//
// A move does what the position says, and runs the machine on to its next position;
// choices are made on the way. A send is checked when it is asked for, so before
// its show or put. Nothing else stops a machine: not prints, not events that nobody
// watches, not choices.
//
// A step of the search is one or more moves of one machine. Which positions end it
// is the discipline:
//
//     full     every position: a step is one move
//     modern   rest, put, new: before an event is taken (so the next one is always
//              taken by another step), before an event is in a queue, before a machine
//              exists. A step that takes an event and comes to its
//              first put or new without a monitor having seen anything, does that too:
//              what it did until there is nobody's business, so it might as well have
//              waited. (Not when the event was `null`, nor in programs that bound
//              queues: there the time of taking can be seen.)
//     classic  the position after a put or new; rest when nothing can be taken, or
//              when `null` would be
//
// A handler that makes choice after choice stops too: when the ways to choose in one
// step exceed CHOICES_MAX. The machine is then the only one that can run, until it has
// gone on. A choice with c alternatives stops there when w * c > CHOICES_MAX and w > 1,
// where w is the product of the alternatives of the choices made in this step before.
//
// A machine is known by (who created it, k, as which interface), where k is the smallest
// number such that no machine (creator, k, any interface) is there or is referred to
// anywhere in the state when it is created: in fields, frames, queues, what is about to
// be sent, monitors. A halted machine is gone; an event sent to it is dropped.

#pragma once

typedef enum Points { POINTS_MODERN, POINTS_CLASSIC, POINTS_FULL } Points;

enum { CHOICES_MAX = 4096 };
