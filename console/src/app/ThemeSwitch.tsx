import { Button } from "../ui/Button.tsx"
import { chooseTheme, type Theme, useTheme } from "./theme.ts"

const order = {
  system: { next: "light", icon: "system", label: "as the system" },
  light: { next: "dark", icon: "sun", label: "light" },
  dark: { next: "system", icon: "moon", label: "dark" }
} as const satisfies Record<Theme, object>

export const ThemeSwitch = () => {
  const { icon, label, next } = order[useTheme()]
  return (
    <Button
      kind="quiet"
      icon={icon}
      aria-label={`Theme: ${label}. Change to ${order[next].label}`}
      title={`Theme: ${label}`}
      onClick={() => chooseTheme(next)}
    />
  )
}
