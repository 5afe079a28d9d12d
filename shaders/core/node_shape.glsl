// Children of a node in the order of their keys (MPI-I-2006-4-002, section 5): 2x2, or with
// HPYR_ROW four in a row, or with HPYR_COLUMN four in a column. HPYR_CHILDREN(child) lists them.
#if defined(HPYR_ROW)
#    define HPYR_NODE_SIZE       ivec2(4, 1)
#    define HPYR_CHILDREN(child) child(0, 0), child(1, 0), child(2, 0), child(3, 0)
#elif defined(HPYR_COLUMN)
#    define HPYR_NODE_SIZE       ivec2(1, 4)
#    define HPYR_CHILDREN(child) child(0, 0), child(0, 1), child(0, 2), child(0, 3)
#else
#    define HPYR_NODE_SIZE       ivec2(2, 2)
#    define HPYR_CHILDREN(child) child(0, 0), child(1, 0), child(0, 1), child(1, 1)
#endif
