import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { searchFields } from '../../src-main/contract/library/search/fields.ts'
import { exitMeanings } from '../../src-main/shells/cli/surroundings/exit-codes.ts'
import { parse } from '../../src-main/contract/library/search/parse.ts'
import { repositoryDir, tempFolder } from '../fixtures/folders.ts'
import { settingsTabs } from '../e2e/screens.ts'
import { runHere } from '../shells/cli/run-here.ts'

const docsDir = join(repositoryDir, 'docs')
const pages = readdirSync(docsDir, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .map((path) => join(docsDir, path))
const documents = ['README.md', 'CHANGELOG.md'].map((name) => join(repositoryDir, name)).concat(pages)

const withoutBlocks = (text: string) => text.replaceAll(/```[\s\S]*?```/g, '')
const read = (path: string) => readFileSync(path, 'utf8')

/** The anchors of a page's headings, as GitHub creates them. */
const anchorsOf = (path: string) =>
  [...withoutBlocks(read(path)).matchAll(/^#+ (.*)$/gm)].map((match) =>
    match[1]!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Links of a page to files of the project, with their targets. */
const linksOf = (page: string) =>
  [...withoutBlocks(read(page)).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(
    ([, path = '', anchor]) => ({
      page: relative(repositoryDir, page),
      target: path === '' ? page : resolve(dirname(page), path),
      anchor,
    }),
  )

describe('README and the manual', () => {
  test('every link leads to a file, and to one of its headings', () => {
    const links = documents.flatMap(linksOf)
    expect(links.length).toBeGreaterThan(50)
    const broken = links.filter(
      ({ target, anchor }) => !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor)),
    )
    expect(broken).toEqual([])
  })

  test('the contents list every page', () => {
    const listed = new Set(linksOf(join(docsDir, 'README.md')).map(({ target }) => target))
    const own = pages.filter((path) => dirname(path) === docsDir && !path.endsWith('README.md'))
    expect(own.filter((path) => !listed.has(path))).toEqual([])
  })
})

test('docs/search.md has every field and state of the search, and its examples can be parsed', () => {
  const page = read(join(docsDir, 'search.md'))
  const fields = Object.values(searchFields).map(({ name }) => `${name}:`)
  const states = searchFields.is.choices.map((state) => `is:${state}`)
  expect([...fields, ...states].filter((written) => !page.includes(`\`${written}\``))).toEqual([])

  const examples = [...page.matchAll(/`(-?[a-z]+[:>][^`]+)`/g)].map((match) => match[1]!)
  expect(examples.length).toBeGreaterThan(30)
  expect(examples.filter((example) => parse(example).problems.length > 0)).toEqual([])
})

/** Command lines between backticks and in shell blocks, without the text before the command's name or after a `#`. */
const commandLinesOf = (page: string) =>
  [
    ...read(page).matchAll(/^ *(?:[A-Z_]+=\S+ )*(?:npx )?lumafold +([^#\n]+)/gm),
    ...read(page).matchAll(/`(?:npx )?lumafold +([^`\n]+)`/g),
  ].map((match) => match[1]!.trim())

test('every panel, dialog and section of the settings is named in README or the manual', () => {
  const screens = read(join(repositoryDir, 'test/e2e/screens.ts'))
  const names = [...screens.matchAll(/\b(?:panel|dialog)\(page, '([\w ]+)'\)/g)].map((match) => match[1]!)
  const sections = settingsTabs.map((name) => `*Settings, ${name}`)
  expect(new Set(names).size).toBeGreaterThan(15)
  const text = [join(repositoryDir, 'README.md'), ...pages].map(read).join('\n').replaceAll(/\s+/g, ' ').toLowerCase()
  expect([...new Set([...names, ...sections])].filter((name) => !text.includes(name.toLowerCase()))).toEqual([])
})

describe('the command line in the documents', () => {
  const helps = new Map<string, Promise<string>>()
  /** A command's `--help`; requested once. */
  const helpOf = (words: readonly string[]): Promise<string> => {
    const key = words.join(' ')
    const help = helps.get(key) ?? runHere(tempFolder(), ...words, '--help').then(({ stdout }) => stdout)
    helps.set(key, help)
    return help
  }
  const commandsIn = (help: string) =>
    [...(help.split('\nCommands:\n')[1] ?? '').matchAll(/^ {2}([a-z][a-z-]*)/gm)].map((match) => match[1]!)

  test('every command and option in a document exists', async () => {
    const unknown: string[] = []
    const lines = [...new Set([join(repositoryDir, 'README.md'), ...pages].flatMap(commandLinesOf))]
    expect(lines.length).toBeGreaterThan(50)
    for (const line of lines) {
      const [path, words]: [string[], string[]] = [[], line.split(/\s+/)]
      for (const word of words) {
        const commands = commandsIn(await helpOf(path))
        if (!commands.includes(word)) {
          if (path.length === 0 && /^[a-z]/.test(word)) unknown.push(line)
          break
        }
        path.push(word)
      }
      const help = (await helpOf([])) + (await helpOf(path))
      const options = line.match(/(?<=\s|^)--[a-z][a-z-]*/g) ?? []
      unknown.push(...options.filter((option) => !help.includes(option)).map((option) => `${line}: ${option}`))
    }
    expect(unknown).toEqual([])
  })

  test('docs/command-line.md lists every command and exit code', async () => {
    const page = read(join(docsDir, 'command-line.md'))
    const commands = commandsIn(await helpOf([])).filter((name) => name !== 'help')
    expect(commands.length).toBeGreaterThan(30)
    expect(commands.filter((name) => !new RegExp(`^\\|.*\`${name}[\` ]`, 'm').test(page))).toEqual([])
    expect(exitMeanings.filter(([code, meaning]) => !page.includes(`| ${code} | ${meaning} |`))).toEqual([])
  })
})
