import type { AnalysisEngine } from '../engine.ts'

/** The engine that everything in the library holds; behind it the local and the remote one take turns. */
export type SwitchingEngine = AnalysisEngine & {
  /** From now on this one does the work. Whoever switches waits until no photo is under way. */
  use(engine: AnalysisEngine): void
}

/** Creates it with the engine to begin with; `close` closes the one that is in use then. */
export function createSwitchingEngine(first: AnalysisEngine): SwitchingEngine {
  let engine = first
  return {
    use(next) {
      engine = next
    },
    steps: () => engine.steps(),
    info: () => engine.info(),
    analyse: (request) => engine.analyse(request),
    render: (request, signal) => engine.render(request, signal),
    cut: (request, signal) => engine.cut(request, signal),
    waiting: () => engine.waiting?.() ?? [],
    get concurrency() {
      return engine.concurrency
    },
    reload: () => engine.reload(),
    close: () => engine.close(),
  }
}
