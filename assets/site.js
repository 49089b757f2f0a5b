// Pages work without this script. It adds copy buttons, and remembers the language of examples.
for (const source of document.querySelectorAll('[data-copy]')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', source.dataset.copy)
  button.addEventListener('click', async () => {
    const text = source.textContent
    try {
      await navigator.clipboard.writeText(text)
      button.textContent = 'Copied'
    } catch {
      // Browsers give no access to the clipboard without https.
      getSelection().selectAllChildren(source)
      button.textContent = 'Selected. Press Ctrl+C'
    }
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 3000)
  })
  source.after(button)
}

const examples = [...document.querySelectorAll('.variants > details')]

function showLanguage(language) {
  for (const example of examples) {
    if (example.dataset.language === language) example.open = true
  }
}

for (const example of examples) {
  const summary = example.firstElementChild
  summary.addEventListener('click', (event) => {
    event.preventDefault()
    const { language } = example.dataset
    const top = summary.getBoundingClientRect().top
    showLanguage(language)
    scrollBy({ top: summary.getBoundingClientRect().top - top, behavior: 'instant' })
    try {
      localStorage.setItem('language', language)
    } catch {
      // Storage is blocked: the choice holds for this page.
    }
  })
}

try {
  showLanguage(localStorage.getItem('language'))
} catch {
  // Storage is blocked.
}
