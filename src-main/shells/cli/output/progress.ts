import { inEnglish } from '../../../contract/sentences/write-text.ts'
import { SingleBar } from 'cli-progress'
import type { AnalysisStatus } from '../../../contract/library/analysis-status.ts'
import { around, isQuiet } from '../surroundings/run.ts'
import { count, note, plural } from './output.ts'

const PLAIN_EVERY_MS = 5000

/** Shows the progress of work: a bar on a terminal, an occasional line elsewhere. */
export type Progress = { show(done: number, total: number, note: string): void; end(): void }

/** Progress on standard error, for work that counts in `noun`s. */
export function createProgress(noun: string, stream = around().stderr): Progress {
  if (isQuiet()) return { show() {}, end() {} }
  return stream.isTTY === true ? createBar(noun, stream) : createLines(noun)
}

function createBar(noun: string, stream: NodeJS.WritableStream): Progress {
  const bar = new SingleBar({
    stream,
    format: `{bar} {value}/{total} ${plural(noun)} {note}`,
    hideCursor: true,
    clearOnComplete: false,
    barsize: 30,
    gracefulExit: false,
  })
  let isShown = false
  return {
    show(done, total, note) {
      if (!isShown) bar.start(total, done, { note })
      isShown = true
      bar.setTotal(total)
      bar.update(done, { note })
    },
    end() {
      if (isShown) bar.stop()
    },
  }
}

function createLines(noun: string): Progress {
  let lastShown = 0
  let lastLine = ''
  return {
    show(done, total, detail) {
      const line = `${done} of ${count(total, noun)}${detail ? `, ${detail}` : ''}`
      const isDue = Date.now() - lastShown >= PLAIN_EVERY_MS || done === total
      if (!isDue || line === lastLine) return
      lastShown = Date.now()
      lastLine = line
      note(line)
    },
    end() {},
  }
}

/** `2 failed, 31.5 per second, 12 s left`. */
export function describeStatus(status: AnalysisStatus): string {
  const parts = []
  if (status.problem !== undefined) parts.push(inEnglish(status.problem).replace(/\.$/, ''))
  if (status.failed > 0) parts.push(`${status.failed} failed`)
  if (status.perSecond > 0) parts.push(`${status.perSecond.toFixed(1)} per second`)
  if (status.secondsLeft !== null && status.secondsLeft > 0) parts.push(`${status.secondsLeft} s left`)
  return parts.join(', ')
}
