const SHOWN_MS = 1500

/** A button above each text that is worth copying; none where the browser lets no page copy. */
export function offerCopies() {
  if (!navigator.clipboard) return
  for (const text of document.querySelectorAll('main pre')) {
    const place = document.createElement('div')
    place.className = text.className ? `copyable ${text.className}` : 'copyable'
    if (text.dataset.language) place.dataset.language = text.dataset.language
    text.replaceWith(place)
    text.removeAttribute('class')
    place.append(text, buttonFor(text))
  }
}

function buttonFor(text) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    const said = await navigator.clipboard.writeText(text.textContent).then(
      () => 'Copied',
      () => 'Not allowed',
    )
    button.textContent = said
    setTimeout(() => (button.textContent = 'Copy'), SHOWN_MS)
  })
  return button
}
