// Runs before the first paint: sets the chosen theme, and marks that scripts are available.
{
  const root = document.documentElement
  root.dataset.script = ''
  try {
    const theme = localStorage.getItem('docs-theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  } catch {
    // Without storage, the page follows the theme of the system.
  }
}
