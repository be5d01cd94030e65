import { expect, test } from 'vitest'
import { repositoryDir } from '../fixtures/folders.ts'
import { listStrings, readSources } from './read-sources.ts'

/** The window's own page is for developers, not for tests. */
const EXCEPTIONS = ['test/fixtures/shared.ts', 'test/renderer/dev/vite.config.ts']

test('only one file looks beside the repository, so that every test can run without its neighbours', () => {
  const sources = readSources(repositoryDir, ['test']).filter(({ text }) => text.includes('./shared'))
  const looking = sources
    .filter((source) => listStrings(source).some((text) => /^[./]*\.\.\/shared\b/.test(text)))
    .map(({ path }) => path)
  expect(looking.sort()).toEqual(EXCEPTIONS)
})
