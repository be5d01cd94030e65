/** An element with properties and children; `class`, `style` entries, `on…` listeners and attributes are told apart by name. */
export function h(tag, properties = {}, ...children) {
  const isSvg = ['svg', 'rect', 'circle', 'text', 'g', 'path', 'title'].includes(tag) && properties.svg !== false
  const element = isSvg ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) setProperty(element, name, value)
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false))
  return element
}

function setProperty(element, name, value) {
  if (value === undefined || value === null || value === false || name === 'svg') return
  if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
  // a style attribute would be refused by the page's policy; properties are not
  else if (name === 'style')
    for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text)
  else if (name === 'value' || name === 'checked') element[name] = value
  else element.setAttribute(name, value === true ? '' : value)
}

export const byId = (id) => document.getElementById(id)

/** `12.3 KB` */
export function bytes(count) {
  if (count < 1000) return `${count} bytes`
  return count < 1_000_000 ? `${(count / 1000).toFixed(1)} KB` : `${(count / 1_000_000).toFixed(1)} MB`
}

/** A number without more digits than anyone reads. */
export const short = (value) => String(Math.round(value * 100) / 100)
