/** Style of the HTML report: readable in the light, in the dark, on a phone and on paper. */
export const style = `
:root{color-scheme:light dark;--text:#1f2328;--page:#fff;--ok:#1a7f37;--bad:#b42318;--warn:#8a5a00;--quiet:#59636e;--line:#d1d9e0;--soft:#f6f8fa;--link:#0757c0}
@media (prefers-color-scheme:dark){:root{--text:#e6edf3;--page:#0d1117;--ok:#4cc566;--bad:#ff7b72;--warn:#e3b341;--quiet:#9aa4af;--line:#353c45;--soft:#161b22;--link:#7ab7ff}}
*{box-sizing:border-box}
body{font:15px/1.5 system-ui,sans-serif;margin:0;color:var(--text);background:var(--page)}
a{color:var(--link)}code,pre{font-family:ui-monospace,monospace;font-size:.86em;overflow-wrap:anywhere}
header{border-top:.4rem solid var(--quiet);border-bottom:1px solid var(--line);background:var(--soft);padding:1rem}
header.success,header.partial{border-top-color:var(--ok)}header.failure,header.broken{border-top-color:var(--bad)}header.inconclusive{border-top-color:var(--warn)}
header>div{max-width:74rem;margin:auto}.page{max-width:76rem;margin:auto}
header h1{font-size:1.35rem;line-height:1.3;margin:0}header p{margin:.3rem 0;overflow-wrap:anywhere}
header ul{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;list-style:none;margin:.5rem 0 0;padding:0;color:var(--quiet)}
.page{display:grid;grid-template-columns:14rem minmax(0,1fr);gap:0 2rem;padding:0 1rem 3rem}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:1.4rem 0}
nav ul,ul.plain{list-style:none;margin:0;padding:0}nav li{margin:.35rem 0}nav a{text-decoration:none}nav a:hover{text-decoration:underline}
h2{font-size:1.15rem;line-height:1.3;margin:1.8rem 0 .5rem}h3{font-size:1rem;margin:1.2rem 0 .4rem;overflow-wrap:anywhere}h4,h5{font-size:1rem;font-weight:500;margin:0}
summary{cursor:pointer}summary h2{display:inline}section>details{margin:1.8rem 0 .5rem}
:target{outline:2px solid var(--link);outline-offset:4px}article,section,li{scroll-margin-top:1rem}.exchange div{scroll-margin-top:4rem}
article{border-left:4px solid var(--quiet);padding:.1rem 0 .1rem .8rem;margin:1rem 0}
article.fail{border-color:var(--bad)}article.warn{border-color:var(--warn)}
article h4 code,article h5 code{font-weight:700}
.made{color:var(--quiet);font-size:.86rem;margin:.1rem 0}
.finding{margin:.6rem 0}.finding p{margin:.1rem 0;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:0 .8rem;margin:.2rem 0}dt{color:var(--quiet)}dd{margin:0;overflow-wrap:anywhere}
pre{background:var(--soft);border:1px solid var(--line);border-radius:4px;padding:.5rem;margin:.3rem 0;white-space:pre-wrap;overflow-wrap:anywhere}
ul.plain li{margin:.25rem 0}
.consequences{margin:.6rem 0}.consequences summary{color:var(--quiet)}
table{border-collapse:collapse;font-size:.9rem}th,td{text-align:left;vertical-align:top;padding:.25rem .7rem .25rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
th{font-weight:600}tbody th[scope=row]{font-weight:400}
.counts th,.counts td{overflow-wrap:normal}.counts td,.counts th:not(:first-child){text-align:center}
td.fail{color:var(--bad);font-weight:700}td.warn,td.inconclusive{color:var(--warn);font-weight:700}td.pass{color:var(--ok)}td.not-exercised{color:var(--quiet)}
.run{width:100%}.run th{white-space:nowrap}
.exchange{border-bottom:1px solid var(--line);padding:.2rem 0}.exchange summary{overflow-wrap:anywhere}.exchange i{color:var(--quiet)}.exchange.fail b{color:var(--bad)}
@media (max-width:50rem){.page{display:block}nav{position:static;max-height:none;padding:1rem 0 0}nav ul{display:flex;flex-wrap:wrap;gap:.3rem 1rem}nav li{margin:0}
.counts thead th span{writing-mode:vertical-rl}.counts th,.counts td{padding-right:.3rem}}
@media print{nav{display:none!important}.page{display:block}}
`;
