const long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"

/**
 * Texts that would run, hide or displace something if a screen took them for anything but text. Those that would run call
 * `ran`, which a test defines.
 */
export const payloads: ReadonlyArray<string> = [
  // Elements.
  "<script>ran(1)</script>",
  "<img src=x onerror=ran(2)>",
  `"><img src=x onerror="ran(3)">`,
  "'><svg onload=ran(4)>",
  "<svg><script>ran(5)</script></svg>",
  "<svg><animate onbegin=ran(6) attributeName=x dur=1s>",
  "<iframe srcdoc='<script>parent.ran(7)</script>'></iframe>",
  "<iframe src=javascript:parent.ran(8)></iframe>",
  "<object data='data:text/html,<script>ran(9)</script>'></object>",
  "<embed src='javascript:ran(10)'>",
  "<math><mtext><img src=x onerror=ran(11)></mtext></math>",
  "<details open ontoggle=ran(12)>",
  "<video><source onerror=ran(13)></video>",
  "<style>@import 'javascript:ran(14)'; * { display: none }</style>",
  "<link rel=stylesheet href=//carillon.invalid/x.css>",
  "<base href=//carillon.invalid/>",
  "<meta http-equiv=refresh content='0;url=javascript:ran(17)'>",
  "<form action=//carillon.invalid><button autofocus>Sign in</button></form>",
  "</title><script>ran(19)</script>",
  "</textarea><script>ran(20)</script>",
  "</option></select><img src=x onerror=ran(21)>",
  "<!--<img src=x onerror=ran(22)>--><script>ran(22)</script>",
  "<a href=javascript:ran(23)>Open</a>",
  "<template><script>ran(24)</script></template>",
  "<noscript><p title='</noscript><img src=x onerror=ran(25)>'>",
  // Attributes, addresses and styles.
  `" autofocus onfocus=ran(26) x="`,
  "' onmouseover='ran(27)",
  "` onpointerenter=`ran(28)",
  "javascript:ran(29)",
  "JaVaScRiPt:ran(30)//",
  "data:text/html,<script>ran(31)</script>",
  "vbscript:ran(32)",
  "//carillon.invalid/%2e%2e?x=1&y=<b>#z",
  "red;background:url(javascript:ran(34))",
  "expression(ran(35))",
  // Templates and scripts.
  "{{constructor.constructor('ran(36)')()}}",
  `\${ran(37)}`,
  "<%= ran(38) %> #{ran(38)}",
  `{"__proto__":{"ran":39},"constructor":"x"}`,
  "__proto__",
  "\\u003cscript\\u003eran(41)\\u003c/script\\u003e &lt;b&gt; &#60;i&#62;",
  // Formulas of spreadsheets.
  `=HYPERLINK("javascript:ran(42)","Open")`,
  "+1+cmd|' /C calc'!A0",
  "@SUM(1+1)*cmd|' /C calc'!A0",
  "-2+3\t=1+1",
  // Direction, invisible characters, marks, and length.
  "\u202egnp.exe\u202c \u2066evil\u2069 مرحبا \u05d0\u05d1\u05d2",
  "zero\u200bwidth\u200d\u2060\ufeff joined\u00ad soft",
  `Z${"\u0336\u0489\u035f".repeat(20)}a\u0300\u0301 👩‍👩‍👧‍👦🏳️‍🌈`,
  `${long}${long}${long}`.slice(0, 240),
  "NUL\u0001\u001b[31mred\u0085 null undefined NaN"
]
