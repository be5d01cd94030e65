/** Marks in the contents what is being read: the last part whose beginning has passed the upper third of the window. */
export function markPlace() {
  const contents = document.getElementById('contents')
  const links = new Map([...contents.querySelectorAll('a[href^="#"]')].map((link) => [link.hash.slice(1), link]))
  const parts = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean)
  let marked = null
  let isWaiting = false

  function mark() {
    isWaiting = false
    const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
    const line = window.innerHeight / 3
    const passed = parts.filter((part) => part.getBoundingClientRect().top <= line)
    // the last parts may be too short to pass the line
    const targeted = document.getElementById(location.hash.slice(1))
    const part = isAtEnd && parts.includes(targeted) ? targeted : passed.at(-1)
    const link = part ? links.get(part.id) : null
    if (link === marked) return
    marked?.removeAttribute('aria-current')
    link?.setAttribute('aria-current', 'location')
    marked = link
    if (link) keepInView(contents, link)
  }
  const markSoon = () => {
    if (isWaiting) return
    isWaiting = true
    requestAnimationFrame(mark)
  }
  for (const event of ['scroll', 'resize', 'hashchange']) addEventListener(event, markSoon, { passive: true })
  contents.addEventListener('click', ({ target }) => {
    if (target.closest('a') && contents.matches(':popover-open')) contents.hidePopover()
  })
  mark()
}

/** Scrolls the contents alone: the page stays where the reader is. */
function keepInView(contents, link) {
  const [box, row] = [contents.getBoundingClientRect(), link.getBoundingClientRect()]
  if (row.height === 0) return
  const margin = 64
  if (row.top < box.top + margin) contents.scrollTop -= box.top + margin - row.top
  else if (row.bottom > box.bottom - margin) contents.scrollTop += row.bottom - box.bottom + margin
}
