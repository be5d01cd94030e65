const NAME = 'sample-language'

/** The language that was chosen for samples stays chosen. The choice itself needs no script. */
export function rememberLanguage() {
  const choice = document.querySelector('fieldset.language')
  if (!choice) return
  const before = read()
  const button = [...choice.querySelectorAll('input')].find(({ value }) => value === before)
  if (button) button.checked = true
  choice.addEventListener('change', ({ target }) => write(target.value))
}

/** Where the browser keeps nothing, the choice lasts as long as the page. */
function read() {
  try {
    return localStorage.getItem(NAME)
  } catch {
    return null
  }
}

function write(value) {
  try {
    localStorage.setItem(NAME, value)
  } catch {
    // see read
  }
}
