import type { Page } from 'playwright'

/** Milliseconds after which moving elements are named instead of waited for. */
const TIMEOUT_MS = 30_000

/**
 * Resolves once the window is drawn and nothing in it moves. Throws with the moving elements if that does not
 * end, such as a spinner of hanging work, and if the page does not answer at all.
 */
export async function untilStill(page: Page): Promise<void> {
  const moving = await Promise.race([whatMoves(page), page.waitForTimeout(2 * TIMEOUT_MS).then(() => null)])
  if (moving === null) throw new Error(`The page has not answered for ${(2 * TIMEOUT_MS) / 1000} s.`)
  if (moving.length > 0) throw new Error(`This still moves after ${TIMEOUT_MS / 1000} s: ${moving.join('\n')}`)
}

/** What still moves after the wait. */
function whatMoves(page: Page): Promise<string[]> {
  return page.evaluate(async (timeout) => {
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    for (let frame = 0; frame < 2; frame++) await Promise.race([new Promise(requestAnimationFrame), pause(1000)])
    const running = () => document.getAnimations().filter(({ playState }) => playState === 'running')
    const describe = ({ effect }: Animation) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 300) ?? ''
    for (const end = performance.now() + timeout; running().length > 0 && performance.now() < end;) await pause(50)
    return running().map(describe)
  }, TIMEOUT_MS)
}
