/** The ways to walk the tree of an object: the files of object/ that offer `traverse_object`. */
export type TraversalName =
  'sequential' | 'standard-12' | 'standard-8' | 'havran' | 'restart' | 'backtrack' | 'push-down' | 'short-stack' | 'push-down-short-stack' | 'ropes' | 'ropes-plus-plus' | 'bvh'
