import type { Page } from 'playwright'

/** What the window itself shows, so that the bare page shows the same: how many photos, and how large a tile is. */
export type Shown = { photos: number; tile: { width: number; height: number } }

/**
 * Serves pages below the library's address that do nothing but show its pictures, in the markup that `measure-page.ts`
 * looks for: what a figure of the window is compared with. `/bare-list` is a scrolled list of thumbnails; `/bare-photo`
 * swaps one preview for the next, which it loaded before. `pictures` is where the addresses of pictures begin.
 */
export async function serveBarePages(page: Page, pictures: string, shown: Shown, previews: string[]): Promise<void> {
  const serve = (name: string, script: string) =>
    page.route(`**/${name}`, (route) => route.fulfill({ contentType: 'text/html', body: script }))
  await serve('bare-list', listPage(pictures, shown))
  await serve('bare-photo', photoPage(previews))
}

const listPage = (pictures: string, { photos, tile: { width, height } }: Shown): string => `<!doctype html>
<body style="margin: 0"><div id="scroller" style="height: 100vh; overflow: auto"><div role="grid" style="position: relative"></div></div>
<script>
  const [scroller, grid] = [document.querySelector('#scroller'), document.querySelector('[role="grid"]')]
  const columns = Math.floor(innerWidth / ${width})
  const rows = Math.ceil(innerHeight / ${height}) + 1
  grid.style.height = Math.ceil(${photos} / columns) * ${height} + 'px'
  const cells = new Map()
  const makeCell = (at) => {
    const cell = document.createElement('div')
    cell.setAttribute('role', 'gridcell')
    cell.style = 'position: absolute; width: ${width}px; height: ${height}px; left: ' + (at % columns) * ${width}
      + 'px; top: ' + Math.floor(at / columns) * ${height} + 'px'
    const picture = cell.appendChild(document.createElement('div'))
    picture.className = 'picture'
    const image = picture.appendChild(new Image(${width}, ${height}))
    image.onload = () => picture.classList.add('is-shown')
    image.src = '${pictures}/photo/' + (${photos} - at) + '/thumb?v=1'
    return cell
  }
  const draw = () => {
    const first = Math.floor(scroller.scrollTop / ${height}) * columns
    const end = Math.min(${photos}, first + rows * columns)
    for (const [at, cell] of cells) if (at < first || at >= end) cell.remove(), cells.delete(at)
    for (let at = first; at < end; at++) if (!cells.has(at)) cells.set(at, grid.appendChild(makeCell(at)))
  }
  scroller.onscroll = draw
  draw()
</script>`

const photoPage = (previews: readonly string[]): string => `<!doctype html>
<body style="margin: 0"><div class="pictures"><div class="picture is-shown">
  <img style="width: 100vw; height: 100vh; object-fit: contain" src="${previews[0]}">
</div></div>
<script>
  const previews = ${JSON.stringify(previews)}
  const image = document.querySelector('img')
  let [at, ahead] = [0, null]
  const loadAhead = () => {
    ahead = new Image()
    ahead.src = previews[(at + 1) % previews.length]
    ahead.decode()
  }
  addEventListener('keydown', () => {
    at = (at + 1) % previews.length
    image.src = previews[at]
    loadAhead()
  })
  loadAhead()
</script>`
