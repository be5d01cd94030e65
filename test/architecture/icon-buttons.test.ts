import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../src-renderer')

/** Classes of the icon buttons that a component contains, without those of buttons of its own. */
function classesOf(source: string): Set<string> {
  const given = [...source.matchAll(/<(?:IconButton|ActivityButton)\b[^>]*?\sclass="([^"]+)"/g)]
  const isOwn = /class="icon-button/.test(source)
  return new Set([
    ...given.flatMap(([, names]) => names!.split(' ')),
    ...(source.includes('<IconButton') && !isOwn ? ['icon-button'] : []),
  ])
}

/** Selectors of scoped styles that mean one of these classes and never apply. */
function idleSelectors(source: string): string[] {
  const classes = classesOf(source)
  const styles = [...source.matchAll(/<style scoped>([^]*?)<\/style>/g)].map(([, css]) => css!).join('\n')
  return [...styles.matchAll(/([^{}]+)\{/g)]
    .flatMap(([, selectors]) => selectors!.split(','))
    .map((selector) => selector.trim())
    .filter((selector) =>
      [...selector.replaceAll(/:deep\([^)]*\)/g, '').matchAll(/\.([\w-]+)/g)].some(([, name]) => classes.has(name!)),
    )
}

// The button lies within its tooltip, so that it lacks the attribute by which scoped styles find their elements.
test('scoped styles reach icon buttons with :deep alone', () => {
  expect(idleSelectors('<IconButton small class="act" /><style scoped>.x :deep(.act) {} .x,\n.act {}</style>')).toEqual(
    ['.act'],
  )
  const idle = globSync('**/*.vue', { cwd: folder }).flatMap((file) =>
    idleSelectors(readFileSync(join(folder, file), 'utf8')).map((selector) => `${file}: ${selector}`),
  )
  expect(idle).toEqual([])
})
