// Runs before everything else of the page. A file of its own: no script may be inline.
{
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      // A browser that stores nothing.
      return null
    }
  }

  // Before the first paint, so that the page does not flash in the other theme. Without a choice it is that of the system.
  const chosen = stored("carillon-theme")
  const isDark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches)
  document.documentElement.dataset.theme = isDark ? "dark" : "light"

  // Asks for the session, and for the figures of the overview, while the scripts of the app are on their way. The browser
  // gives these answers to the app, which sends the same requests later: a round trip each less on a slow network.
  const ask = (address) => {
    const link = document.createElement("link")
    Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: address })
    document.head.append(link)
  }
  const [, organization, screen = "/"] = /^\/console(?:\/o\/(\d+))?(\/.*)?$/.exec(location.pathname) ?? []
  if (organization !== undefined || screen === "/") ask("/auth/me")
  const isOverview = organization !== undefined && screen === "/"
  if (isOverview && stored("carillon-signed-in") !== null) ask(`/admin/v1/organizations/${organization}/overview`)
}
