/* lineage.h -- the ancestors of a program, made again.
 *
 * A run keeps, per generation, the births of all its programs: seven bytes
 * each, or twenty where programs are bred in pairs or leave their places. Cuts
 * and random draws are not kept: they follow from (seed, generation, number),
 * so an ancestor is made again from its parents, back from programs that follow
 * from the seed alone.
 */
#ifndef LUDUS_LINEAGE_H
#define LUDUS_LINEAGE_H

#include "evolve.h"

enum { BIRTH_BYTES = 7, BIRTH_WIDE = 20 };

/* Packs the births of the living generation: count x BIRTH_BYTES, or count x
 * BIRTH_WIDE. */
void lineage_pack(const Evolution *evolution, Buf *out);

/* The births of a generation, each in so many bytes. */
typedef struct Packed {
    const unsigned char *bytes;
    size_t               each;
} Packed;

Birth lineage_birth(const Packed *packed, size_t slot);

/* What a lineage is made from. Arrays have an element per generation
 * 0..last. */
typedef struct Pedigree {
    const Species              *species;
    uint64_t                    seed;
    size_t                      count;
    size_t                      last;    /* the generation of the program */
    const Packed               *births;
    const Plan *const          *plans;  /* [g] made generation g; [0] unused */
    const void *const          *planted; /* by slot, NULL: drawn; or NULL */
} Pedigree;

/* Where a program was bred: the plan of its island, the seed of what happens
 * there, and its first place. Parents are always of the same island. */
typedef struct Home {
    const Plan *plan;
    uint64_t    seed;
    size_t      first;
} Home;

/* That of a birth by a plan, in a population of so many. */
Home lineage_home(const Plan *plan, size_t count, uint64_t seed,
                  const Birth *birth);

/* A program on the line from mother to mother. */
typedef struct Ancestor {
    uint32_t slot;
    Birth    birth;
    Made     made;
    uint32_t size;
    size_t   ancestors;              /* of the last program, at that time; 0:
                                      * its line began later, by a restart */
} Ancestor;

/* Who sees each ancestor as it is made, generation after generation and slot
 * after slot; `ancestor->ancestors` is not known yet. */
typedef struct Midwife {
    bool (*sees)(void *context, size_t generation, const Ancestor *ancestor,
                 const void *genome, Err *err);
    void *context;
} Midwife;

/* Replays all ancestors of the program in that slot of the last generation.
 * Fills line[0..last], which must be zeros, with the line of mothers and writes
 * the program itself to `genome`. `midwife` may be NULL. */
bool lineage_replay(const Pedigree *pedigree, size_t slot, Ancestor *line,
                    void *genome, const Midwife *midwife, Err *err);

#endif
