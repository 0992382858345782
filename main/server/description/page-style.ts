/** The style of the page of the interface, light and dark. */
export const pageStyle = `
:root{color-scheme:light dark;--text:#1c2430;--soft:#5a6675;--line:#d8dee6;--back:#fff;--side:#f5f7f9;--accent:#0b5cad;--code:#eef2f6}
@media (prefers-color-scheme:dark){:root{--text:#e3e8ee;--soft:#9aa7b5;--line:#323b46;--back:#14181d;--side:#1a1f26;--accent:#6fb1f5;--code:#222a33}}
*{box-sizing:border-box}
body{margin:0;display:grid;grid-template-columns:18rem minmax(0,1fr);font:15px/1.5 system-ui,sans-serif;color:var(--text);background:var(--back)}
nav{position:sticky;top:0;height:100vh;overflow-y:auto;padding:1rem;background:var(--side);border-right:1px solid var(--line);font-size:13px}
nav ul{list-style:none;margin:0;padding:0}
nav li{margin:.15rem 0}
nav h2{margin:1rem 0 .3rem;font-size:12px;text-transform:uppercase;letter-spacing:.04em;color:var(--soft)}
nav a{color:inherit;text-decoration:none}
nav a:hover,nav a:focus-visible{color:var(--accent);text-decoration:underline}
a{color:var(--accent)}
.title{font-weight:600;font-size:16px;margin:0}
main{padding:1.5rem 2rem 4rem;max-width:64rem}
h1{font-size:26px;margin-top:0}
main h2{margin-top:2.5rem;padding-top:.5rem;border-top:1px solid var(--line);font-size:20px}
h3{margin:2rem 0 .2rem;font-size:17px}
h4{margin:1rem 0 .3rem;font-size:14px}
.address{margin:.2rem 0 .6rem}
.method{display:inline-block;min-width:3.6em;font:600 11px/1.6 ui-monospace,monospace;color:var(--accent)}
.muted{color:var(--soft);font-weight:400}
code,pre{font-family:ui-monospace,monospace;font-size:13px;background:var(--code);border-radius:3px}
code{padding:.05em .3em;overflow-wrap:anywhere}
pre{padding:.7rem;overflow-x:auto}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:14px}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid var(--line)}
td p{margin:0}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:1rem;background:var(--back);padding:.5rem}
@media (max-width:50rem){body{display:block}nav{position:static;height:auto;border-right:0}}
`
