import type { AnalysisEngine } from '../analysis-engine.ts'

/** The engine that the rest of the library holds; it forwards to the local or the remote one. */
export type SwitchingEngine = AnalysisEngine & {
  /** Makes this engine do the work from now on. The caller first waits until no photo is being analysed. */
  use(engine: AnalysisEngine): void
}

/** Creates it with its first engine; `close` closes the one in use. */
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
