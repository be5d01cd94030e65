/** As SQL over a photo `p`: the number of its stack, 0 if it has none. */
export const STACK_NUMBER = 'coalesce(p.person_stack, p.auto_stack)'
