import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { promisify } from 'node:util'
import type { PersonAtMachine } from '../../browser/folder-questions.ts'

type Terminal = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream; isUsed(): Promise<boolean> }

/** Asks in the terminal in which the program was started, while it runs in the foreground. */
export function personAtTerminal(terminal: Terminal = ownTerminal()): PersonAtMachine {
  return {
    isThere: () => terminal.isUsed(),
    async mayUse(path, signal) {
      const { input, output } = terminal
      // Not `terminal: true`: Ctrl+C should end the program as usual.
      const lines = createInterface({ input, output, terminal: false })
      try {
        output.write(`\nA window asks to use a folder outside those that it may use:\n  ${writePath(path)}\n`)
        const answer = await lines.question('Allow this folder and all below it, from now on? [y/N] ', { signal })
        const isYes = /^y(es)?$/i.test(answer.trim())
        output.write(isYes ? 'Allowed. Settings, Folders takes it back.\n' : 'Not allowed.\n')
        return isYes
      } catch (error) {
        if (signal.aborted) output.write('\nThe question is withdrawn.\n')
        throw error
      } finally {
        lines.close()
      }
    },
  }
}

/** A path without characters that move the cursor or change the text direction, because a page chose it. */
export function writePath(path: string): string {
  return path.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  )
}

function ownTerminal(): Terminal {
  const { stdin, stderr } = process
  return {
    input: stdin,
    output: stderr,
    isUsed: async () => stdin.isTTY && stderr.isTTY && (await isInFront()),
  }
}

/** False for a background job, which the system would stop as soon as it reads from the terminal; also if unknown. */
async function isInFront(): Promise<boolean> {
  if (process.platform === 'win32') return true
  try {
    const [own, front] = process.platform === 'linux' ? await groupsOnLinux() : await groupsByPs()
    return own !== undefined && own === front
  } catch {
    return false
  }
}

/** This process's group and the foreground group: the fifth and eighth field of `stat`. */
async function groupsOnLinux(): Promise<(string | undefined)[]> {
  const text = await readFile('/proc/self/stat', 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ') // from the third: the name before it may contain anything
  return [fields[2], fields[5]]
}

async function groupsByPs(): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pgid=', '-o', 'tpgid=', '-p', String(process.pid)])
  return stdout.trim().split(/\s+/)
}
