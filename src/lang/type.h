// lang/type.h: the types of P.
//
// A type exists once: equal types are the same pointer, so comparing is cheap
// and tables can be indexed by type id. Aliases are gone by the time a Type
// exists; `alias` only remembers a name to show to people. The error type is
// accepted everywhere, so that one mistake is reported once.
//
// "A <- B" below reads: a place of type A accepts a value of type B.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "base/name.h"
#include "base/vec.h"

typedef enum TypeKind {
    TYPE_ERROR,
    TYPE_NULL,  // of `null`; also "no payload" and "no result"
    TYPE_BOOL,
    TYPE_INT,
    TYPE_FLOAT,
    TYPE_STRING,
    TYPE_EVENT,    // a reference to an event declaration
    TYPE_MACHINE,  // a reference to any machine
    TYPE_ANY,
    TYPE_DATA,     // whatever holds no machine and no foreign value
    TYPE_ENUM,     // decl: EnumDecl
    TYPE_FOREIGN,  // decl: TypeDecl
    TYPE_PERM,     // a reference to a machine with known permissions;
                   // decl: MachineDecl, InterfaceDecl, EventSetDecl or EventDecl
    TYPE_SEQ,      // parts[0]
    TYPE_SET,      // parts[0]
    TYPE_MAP,      // parts[0] to parts[1]
    TYPE_TUPLE,    // parts
    TYPE_NTUPLE,   // parts with names
} TypeKind;

struct Decl;
struct EventSet;

struct Types;

typedef struct Type {
    TypeKind kind;
    uint32_t id;
    uint32_t count;                  // of parts
    const struct Type *const *parts;
    const Name *const *names;        // TYPE_NTUPLE only
    struct Decl *decl;               // nominal types only
    const Name *alias;               // the typedef naming it, when just one does
    bool aliased;                    // some typedef names it
    uint32_t depth;                  // of the structure: walks over it recurse that deep
    uint32_t width;                  // parts of a value of it, through tuples; saturates
    bool has_error;                  // it or a part of it is the error type
    bool holds_machines;             // or foreign values, or may: `data` refuses it
    struct Types *owner;
} Type;

typedef struct TypeSlot {
    uint64_t hash;
    Type *type;
} TypeSlot;

typedef struct Types {
    Arena *arena;
    TypeSlot *slots;
    uint32_t count;
    uint32_t capacity;
    Map accepts;          // (to, from) -> &yes or &no, of structures: parts may be shared
    bool fields_by_name;  // the 2015 dialect: the order of named fields does not matter
    const Type *error, *null, *boolean, *integer, *floating, *string, *event, *machine, *any, *data;
} Types;

void types_init(Types *types, Arena *arena);
void types_drop(Types *types);

const Type *type_nominal(Types *types, TypeKind kind, struct Decl *decl);
const Type *type_seq(Types *types, const Type *elem);
const Type *type_set(Types *types, const Type *elem);
const Type *type_map(Types *types, const Type *key, const Type *value);
const Type *type_tuple(Types *types, const Type *const *parts, uint32_t count);
const Type *type_ntuple(Types *types, const Name *const *names, const Type *const *parts,
                        uint32_t count);

bool type_accepts(const Type *to, const Type *from);  // to <- from
bool type_same(const Type *a, const Type *b);         // each accepts the other
bool type_is_error(const Type *t);                    // it or a part of it

// The events a reference of this type may be sent; NULL when that is not known.
const struct EventSet *type_permissions(const Type *t);

// Position of a named field, or -1.
int type_field(const Type *t, const Name *name);

// The smallest type that accepts both, as the 2015 dialect joins payloads.
const Type *type_join(Types *types, const Type *a, const Type *b);

// As P writes it. `type_show` also names the typedef: "`tRequest`".
void type_write(Buf *out, const Type *t);
const char *type_show(Arena *arena, const Type *t);
