import type { IconName } from "../ui/Icon.tsx"

/** The screens of the navigation, in its order. */
export const navigation = [
  { to: "/", label: "Overview", icon: "overview" },
  { to: "/campaigns", label: "Campaigns", icon: "campaigns" },
  { to: "/calls", label: "Calls", icon: "calls" },
  { to: "/live", label: "Live", icon: "live" },
  { to: "/people", label: "People", icon: "people" },
  { to: "/review", label: "Review", icon: "review" },
  { to: "/flows", label: "Flows", icon: "flows" },
  { to: "/knowledge", label: "Knowledge", icon: "knowledge" },
  { to: "/settings", label: "Settings", icon: "settings" }
] as const satisfies ReadonlyArray<{ readonly to: string; readonly label: string; readonly icon: IconName }>
