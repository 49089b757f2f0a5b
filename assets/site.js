// Pages work without this script. It adds copy buttons, and remembers the language of examples.
const [copy, copied, selected] = document.documentElement.lang.startsWith('fr')
  ? ['Copier', 'Copié', 'Sélectionné. Appuyez sur Ctrl+C']
  : ['Copy', 'Copied', 'Selected. Press Ctrl+C']
const announced = document.createElement('p')
announced.className = 'announced'
announced.setAttribute('role', 'status')
document.body.append(announced)
for (const source of document.querySelectorAll('[data-copy]')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = copy
  button.setAttribute('aria-label', source.dataset.copy)
  button.addEventListener('click', async () => {
    const text = source.textContent
    try {
      await navigator.clipboard.writeText(text)
      button.textContent = copied
    } catch {
      // Browsers give no access to the clipboard without https.
      getSelection().selectAllChildren(source)
      button.textContent = selected
    }
    announced.textContent = button.textContent
    setTimeout(() => {
      button.textContent = copy
      announced.textContent = ''
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
