// Pages work without this. It adds a copy button where there is something to copy.
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
      // Without https a browser keeps the clipboard to itself; then at least all of it is marked.
      getSelection().selectAllChildren(source)
      button.textContent = 'Marked: press Ctrl+C'
    }
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 3000)
  })
  source.after(button)
}
