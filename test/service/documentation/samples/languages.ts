import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** A program for a sample: its text in a separate file, and how it is run. */
export type Program = { command: string; args: string[] }
export type SampleRunner = {
  /** The samples' name for their language. */
  label: string
  isHere: boolean
  /** Creates programs from texts by name; the error names a text that is not a program of the language. */
  prepare(folder: string, sources: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, Program>>
}

function isHere(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Python itself, if the program of this name only chooses among several, which takes longer than a sample. */
function findPython(): string {
  try {
    return execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim()
  } catch {
    return 'python3'
  }
}

/** A language whose texts run unchanged. */
const interpreted = (label: string, extension: string, command: string, hasIt: boolean): SampleRunner => ({
  label,
  isHere: hasIt,
  async prepare(folder, sources) {
    const own = join(folder, label)
    mkdirSync(own)
    return new Map(
      [...sources].map(([name, source]) => {
        const file = join(own, `${name}${extension}`)
        writeFileSync(file, source)
        return [name, { command, args: [file] }]
      }),
    )
  },
})

/** How the samples of each language are run; languages without their programs on this machine are skipped. */
export const runners: readonly SampleRunner[] = [
  interpreted('curl', '.sh', 'bash', isHere('bash', '-c', 'curl --version')),
  interpreted('Python', '.py', findPython(), isHere('python3', '--version')),
  interpreted('Node', '.mjs', process.execPath, true),
  interpreted('PHP', '.php', 'php', isHere('php', '--version')),
  { label: 'Go', isHere: isHere('go', 'version'), prepare: buildGo },
]

/** All texts in one program, which runs the one named in its argument: linking each separately takes a minute. */
async function buildGo(folder: string, sources: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, Program>> {
  const own = join(folder, 'go')
  const packages = [...sources].map(([name, source], n) => ({ name, source, id: `sample${n}` }))
  for (const { id, source } of packages) {
    mkdirSync(join(own, id), { recursive: true })
    writeFileSync(join(own, id, 'main.go'), source)
  }
  const { stdout: unformatted } = await execute('gofmt', ['-l', own])
  if (unformatted !== '') throw new Error(`gofmt would write these otherwise: ${unformatted}`)
  for (const { id, source } of packages)
    writeFileSync(
      join(own, id, 'main.go'),
      source.replace('package main\n', `package ${id}\n`).replace('func main()', 'func Main()'),
    )
  writeFileSync(join(own, 'go.mod'), 'module samples\n\ngo 1.16\n')
  writeFileSync(
    join(own, 'main.go'),
    `package main\n\nimport (\n\t"os"\n${packages.map(({ id }) => `\t"samples/${id}"\n`).join('')})\n\nfunc main() {\n\tmap[string]func(){\n${packages.map(({ name, id }) => `\t\t"${name}": ${id}.Main,\n`).join('')}\t}[os.Args[1]]()\n}\n`,
  )
  const program = join(own, 'samples')
  await execute('go', ['build', '-o', program, '.'], { cwd: own })
  return new Map(packages.map(({ name }) => [name, { command: program, args: [name] }]))
}

/** The program's output; rejects with its error output. */
export async function run({ command, args }: Program, cwd: string, env: Readonly<Record<string, string>>) {
  const { stdout } = await execute(command, args, { cwd, env: { ...process.env, ...env } })
  return stdout
}
