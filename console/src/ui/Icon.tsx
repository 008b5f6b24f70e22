// Outlines of 24 by 24, drawn for this console.
const paths = {
  overview: "M4 13h6V4H4zm10 7h6v-9h-6zM4 20h6v-3H4zM14 7h6V4h-6z",
  campaigns: "M4 10v4h3l7 5V5l-7 5zm13.5-1.5a5 5 0 0 1 0 7M20 6a9 9 0 0 1 0 12",
  calls:
    "M6 3h3l2 5-2.5 1.5a11 11 0 0 0 6 6L16 13l5 2v3a2.5 2.5 0 0 1-2.8 2.5C10.5 19.7 4.3 13.5 3.5 5.8A2.5 2.5 0 0 1 6 3",
  live: "M12 13.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3M8.5 15.5a5 5 0 0 1 0-7m7 0a5 5 0 0 1 0 7M5.5 18.5a9 9 0 0 1 0-13m13 0a9 9 0 0 1 0 13",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7m-6 9c0-3.5 2.7-6 6-6s6 2.5 6 6m1-9.5a3 3 0 0 0 0-6M18 14.5c2 .8 3 2.8 3 5.5",
  review: "M5 4h14v12H9l-4 4zm4 4.5h6M9 11.5h4",
  flows: "M6 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4m12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4M6 8v6a4 4 0 0 0 4 4h6M14 6h4v6",
  knowledge: "M12 6.5C10 5 7 4.5 4 5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5m0 0v13",
  settings:
    "M4 7h9m4 0h3M4 17h3m4 0h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5m-6 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8m0-13v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4m0-12.8L17 7M7 17l-1.4 1.4",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5",
  system: "M4 5h16v11H4zm5 15h6m-3-4v4",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  check: "M5 12.5l4.5 4.5L19 7.5",
  plus: "M12 5v14M5 12h14",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14m9 2-4-4",
  chevron: "M9 6l6 6-6 6",
  down: "M6 9l6 6 6-6",
  up: "M6 15l6-6 6 6",
  pause: "M8 5v14m8-14v14",
  play: "M7 4.5v15l12-7.5z",
  ban: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M5.7 5.7l12.6 12.6",
  stop: "M6 6h12v12H6z",
  microphone: "M12 15a3 3 0 0 0 3-3V6a3 3 0 0 0-6 0v6a3 3 0 0 0 3 3m-6-4a6 6 0 0 0 12 0m-6 6v4",
  listen: "M4 15v-3a8 8 0 0 1 16 0v3M4 14h3v6H5.5A1.5 1.5 0 0 1 4 18.5zm16 0h-3v6h1.5a1.5 1.5 0 0 0 1.5-1.5z",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  download: "M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14",
  upload: "M12 16V5M7.5 9.5 12 5l4.5 4.5M5 20h14",
  warning: "M12 4 2.5 20h19zm0 6v4.5m0 2.5v.5",
  info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18m0-10v5.5m0-9v.5",
  out: "M14 4H5v16h9M10 12h11m-4-4 4 4-4 4",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8m-7 8.5c0-4 3-6.5 7-6.5s7 2.5 7 6.5",
  refresh: "M20 5v5h-5M4 19v-5h5M19 10a7.5 7.5 0 0 0-13.5-2M5 14a7.5 7.5 0 0 0 13.5 2",
  trash: "M5 7h14M10 4h4M7 7l1 13h8l1-13",
  edit: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3"
} as const
export type IconName = keyof typeof paths

/** A picture beside words; without words its button needs an `aria-label`. */
export const Icon = ({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) => (
  <svg
    aria-hidden="true"
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    className="shrink-0"
  >
    <path d={paths[name]} />
  </svg>
)
