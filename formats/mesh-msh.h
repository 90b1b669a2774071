/* What the parts of the reader of Gmsh's MSH files share. */
#ifndef CCDQ_MESH_MSH_H
#define CCDQ_MESH_MSH_H

#include "mesh-scan.h"

/* One of Gmsh's types of elements. */
struct msh_type {
    const char *name;
    int nodes;      /* 0: the elements tell how many */
    int cell;       /* enum mesh_cell that its first nodes make, or one of these */
    bool quadratic; /* it has more nodes than corners, in the middle of its edges and faces */
};
enum { MSH_PASSED_OVER = -1, MSH_NOT_READ = -2 };
enum { MSH_MAX_NODES = 27 }; /* of a type that is read */

/* NULL: there is no such type, or none that is known. */
const struct msh_type *msh_type(int64_t number);

/* Nodes have tags, any numbers. */
struct msh_tag {
    uint64_t tag, node;
};

/* A point, curve, surface or volume of the model, with the first physical group that it is in, or 0. */
struct msh_entity {
    int64_t dimension, tag, group;
};

/* What a section $NodeData says of its values. */
struct msh_view {
    char name[64]; /* cut to what fits */
    int64_t step, components, count;
};

struct msh {
    struct mesh_scan scan;
    struct mesh_taker taker;
    int version;            /* 1, 2, or 4 for 4.1 */
    bool binary;            /* the file's numbers; scan.binary: those that come next */
    enum scan_type size;    /* of counts and tags in binary files of version 4.1 */
    uint64_t count;         /* of elements, with those that are left out or passed over */
    struct buf tags;        /* struct msh_tag, of nodes */
    bool tags_are_in_a_row; /* node i has the tag of node 0, and i */
    struct buf entities;    /* struct msh_entity, sorted */
    struct buf views;       /* struct msh_view, of all sections $NodeData, sorted by name */
};

/* Each reads what is between $Name and $EndName. false with a message. */
bool msh_read_nodes(struct msh *m);
bool msh_read_elements(struct msh *m);
bool msh_read_blocks_of_nodes(struct msh *m); /* version 4.1 */
bool msh_read_blocks_of_elements(struct msh *m);
bool msh_read_entities(struct msh *m, bool partitioned);

bool msh_read_node_data(struct msh *m, struct scan_word name); /* name: "$NodeData" */

/* Finds all sections $NodeData, to learn which names come several times. */
void msh_find_views(struct msh *m);

/* The index of the node with a tag; UINT64_MAX, which no node has, if there is none. */
uint64_t msh_node(const struct msh *m, int64_t tag);

/* Goes behind the line that begins a section, so that a number of text is next; or, in binary files, after
 * the last of its lines of text, a number as bytes. */
void msh_begin_numbers(struct msh *m);

/* Goes to the line that ends a section of this name, "$Other"; false with a message if there is none. */
bool msh_pass_section(struct msh *m, struct scan_word name);

/* Adds a node. */
bool msh_add_node(struct msh *m, int64_t tag, const double x[3]);
/* Sorts the tags, when all nodes are there. */
bool msh_end_nodes(struct msh *m);

/* Reads the nodes of the next element, by their tags, numbers of type `tags`; takes it, leaves it out or
 * passes over it. In text it is the rest of a line that scan_open_line opened. */
bool msh_read_element(struct msh *m, int64_t type, uint32_t part, enum scan_type tags);

/* The part of an element of a physical group and an entity of the model: the group, without its sign, which
 * turns it round, or the entity if it is in no group. */
uint32_t msh_part(int64_t group, int64_t entity);

#endif
