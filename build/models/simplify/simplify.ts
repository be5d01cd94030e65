import { pruneTo, type Graph } from '../graph.ts'
import { foldAffine } from './fold-affine.ts'
import { dropIdentities, expandFused } from './expand-fused.ts'
import { mergeClips, toClips } from './clips.ts'
import { foldPads } from './fold-pads.ts'
import { joinHardSwishes } from './hard-swishes.ts'

/** The same model for the given outputs in fewer and more general operations. */
export function simplify(graph: Graph, outputs: readonly string[]): Graph {
  const passes = [expandFused, dropIdentities, toClips, mergeClips, foldAffine, joinHardSwishes, foldPads]
  return passes.reduce((present, pass) => pruneTo(pass(present), outputs), pruneTo({ ...graph, outputs }, outputs))
}
