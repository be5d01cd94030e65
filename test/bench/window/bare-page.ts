import type { Page } from 'playwright'

/** The window's number of photos and size of a tile, which the bare page copies. */
export type Shown = { photos: number; tile: { width: number; height: number } }

/**
 * Serves pages below the library's address that do nothing but show its pictures, in the markup that `measure-page.ts`
 * looks for, for comparison with the window. `/bare-list` is a scrolled list of thumbnails; `/bare-photo` swaps one
 * preview for the next, which it loaded before. `pictures` is the start of the pictures' addresses.
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

/** A page with the first `each` previews beside each other; a key puts the next ones in their place. */
export const photoPage = (previews: readonly string[], each = 1): string => `<!doctype html>
<body style="margin: 0; display: flex"></body>
<script>
  const previews = ${JSON.stringify(previews)}
  const addressOf = (at, place) => previews[(at * ${each} + place) % previews.length]
  const images = Array.from({ length: ${each} }, (_, place) => {
    const picture = document.body.appendChild(document.createElement('div'))
    picture.className = 'pictures'
    picture.innerHTML = '<div class="picture is-shown"><img style="width: ${100 / each}vw; height: 100vh; object-fit: contain"></div>'
    const image = picture.querySelector('img')
    image.src = addressOf(0, place)
    return image
  })
  let [at, ahead] = [0, []]
  const loadAhead = () => {
    ahead = images.map((_, place) => {
      const image = new Image()
      image.src = addressOf(at + 1, place)
      image.decode()
      return image
    })
  }
  addEventListener('keydown', () => {
    at += 1
    for (const [place, image] of images.entries()) image.src = addressOf(at, place)
    loadAhead()
  })
  loadAhead()
</script>`
