// check/engine/points.h: where one machine may be stopped so that another runs.
//
// A machine makes moves. Between two moves it is in one of these positions:
//
//     rest     between handlers, or in a receive: it wants an event. A machine that was
//              just created is at rest too: its first move runs its start entry, which
//              counts as taking an event
//     show     about to show monitors an event that it sends, if a monitor watches it
//     put      about to put the event into the queue of its target
//     new      about to create a machine
//     say      about to announce an event, if a monitor watches it
//
// A move performs the action of the position, and runs the machine to its next position;
// choices are made on the way. A send is checked before its show or put. Nothing else stops
// a machine: not prints, not events that no monitor watches, not choices.
//
// A step of the search is one or more moves of one machine. Which positions end it
// is the discipline:
//
//     full     every position: a step is one move
//     modern   rest, put, new: before an event is taken (so the next one is always
//              taken by another step), before an event is in a queue, before a machine
//              exists. One exception: a step that takes an event, and reaches its first
//              put or new before a monitor has seen anything, performs that too. No other
//              machine or monitor can see what it did before, so the step may as well
//              begin just before the put or new. (This does not hold when the event was
//              `null`, nor in programs that bound queues: there the time of taking can be
//              seen; nor with suspicions: there it can be seen what a machine refers to.)
//              Where containers may crash, a step also ends before a show or say, except
//              before the first one of a step that takes an event
//     classic  the position after a put or new; rest when nothing can be taken, or
//              when `null` would be; where containers may crash, before a show or say
//              after another one
//
// A step also stops when its choices have more than CHOICES_MAX combinations: before a choice
// with c alternatives when w * c > CHOICES_MAX and w > 1, where w is the product of the
// numbers of alternatives of the choices made in this step before. Until this machine has
// made the choice, no other can run.
//
// A machine is identified by (creator, k, interface), where k is the smallest number such
// that, when it is created, no machine (creator, k, any interface) exists or is referred to
// anywhere in the state: in fields, frames, queues, pending sends, monitors; nor is the one that
// the container of such a machine was made for. A halted machine does not exist any more; an event
// sent to it is dropped.

#pragma once

typedef enum Points { POINTS_MODERN, POINTS_CLASSIC, POINTS_FULL } Points;

enum { CHOICES_MAX = 4096 };
