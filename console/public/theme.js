// Runs before the first paint, so that the page does not flash in the other theme. A file of its own: no script may be inline.
{
  let chosen
  try {
    chosen = localStorage.getItem("carillon-theme")
  } catch {
    // A browser that stores nothing follows the theme of the system.
  }
  const isDark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches)
  document.documentElement.dataset.theme = isDark ? "dark" : "light"
}
