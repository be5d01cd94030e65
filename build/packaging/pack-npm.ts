import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'

/**
 * `pack-npm.ts [FOLDER]` packs the built command line as an npm package, by default into `release`: the program, its
 * data and built-in models, and ONNX Runtime. All other packages come from the registry.
 */

type Manifest = {
  name: string
  version: string
  description: string
  license: string
  homepage?: string
  dependencies: Record<string, string>
}

const projectDir = resolve(import.meta.dirname, '../..')
const target = resolve(process.argv[2] ?? join(projectDir, 'release'))
const stage = mkdtempSync(join(tmpdir(), 'lumafold-npm-'))
const manifest = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as Manifest

try {
  for (const part of ['out', 'resources', 'LICENSE']) copy(part, part, isOfCommandLine)
  copy('build/packaging/npm/lumafold.mjs', 'bin/lumafold.mjs')
  // The help of many commands names it.
  copy('src-main/shells/cli/JSON.md', 'JSON.md')
  const { name, version, description, license, homepage } = manifest
  const { 'electron-updater': _, ...dependencies } = manifest.dependencies
  const bundleDependencies = copyRuntime()
  const man = writeManual()
  const common = { name, version, description, license, ...(homepage && { homepage }), type: 'module' }
  const programs = { bin: { lumafold: 'bin/lumafold.mjs' }, man, engines: { node: '>=22.18' } }
  write('package.json', JSON.stringify({ ...common, ...programs, dependencies, bundleDependencies }, null, 2))
  write('README.md', `# Lumafold\n\n${description}\n\n    lumafold add ~/Pictures --wait\n    lumafold serve --open\n`)
  mkdirSync(target, { recursive: true })
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', target], {
      cwd: stage,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: process.platform === 'win32',
    }),
  ) as { filename: string; unpackedSize: number }[]
  const file = join(target, packed!.filename)
  console.log(`${file}: ${megabytes(statSync(file).size)}, ${megabytes(packed!.unpackedSize)} unpacked`)
} finally {
  rmSync(stage, { recursive: true })
}

/** Not the desktop's programs, and nothing that only developers read. */
function isOfCommandLine(path: string): boolean {
  return !/\.map$|\.built-from$|^out\/(preload|main\/(electron|library-process)\.js)/.test(path)
}

/**
 * ONNX Runtime travels in the package, without its install script, which fetches hundreds of megabytes for graphics
 * cards that Lumafold does not use, and fails the whole installation where that host cannot be reached.
 */
function copyRuntime(): string[] {
  const packages = ['onnxruntime-node', 'onnxruntime-common']
  for (const name of packages) {
    const folder = `node_modules/${name}`
    // The second copy of the library for macOS, which its binding does not load.
    copy(folder, folder, (path) => !/\.(map|ts)$|\/script\/|libonnxruntime\.\d+\.\d+\.\d+\.dylib$/.test(path))
    const own = JSON.parse(readFileSync(join(projectDir, folder, 'package.json'), 'utf8')) as Record<string, unknown>
    // adm-zip and global-agent serve the script alone.
    const dependencies = name === 'onnxruntime-node' ? { 'onnxruntime-common': own['version'] } : undefined
    write(`${folder}/package.json`, JSON.stringify({ ...own, scripts: {}, devDependencies: {}, dependencies }, null, 2))
  }
  return packages
}

function writeManual(): string[] {
  const page = execFileSync(process.execPath, [join(projectDir, 'out/main/cli.js'), 'manual'], { encoding: 'utf8' })
  mkdirSync(join(stage, 'man'))
  write('man/lumafold.1', page)
  return ['man/lumafold.1']
}

function copy(from: string, to: string, isWanted: (path: string) => boolean = () => true): void {
  cpSync(join(projectDir, from), join(stage, to), {
    recursive: true,
    filter: (path) => isWanted(relative(projectDir, path).replaceAll('\\', '/')),
  })
}

function write(path: string, text: string): void {
  writeFileSync(join(stage, path), text)
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}
