// A value of the input, for a caller's GLSL.
// HPYR_VALUES: there is an input.  HPYR_TYPE: a value of hpyr_list_type.
#ifdef HPYR_VALUES
#    if HPYR_TYPE == 3
#        define HPYR_VALUE      float
#        define HPYR_OF_BITS(v) uintBitsToFloat(v)
#    elif HPYR_TYPE == 2
#        define HPYR_VALUE      int
#        define HPYR_OF_BITS(v) int(v)
#    else
#        define HPYR_VALUE      uint
#        define HPYR_OF_BITS(v) (v)
#    endif
HPYR_VALUE hpyr_value_at(uint position) {
    return HPYR_OF_BITS(hpyr_input_entry(position));
}
#endif
