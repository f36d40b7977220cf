/** Style of the HTML report: plain, readable in the dark, printable. */
export const style = `
:root{color-scheme:light dark;--ok:#1a7f37;--bad:#c62828;--warn:#9a6700;--quiet:#6e7781;--line:#8884}
body{font:15px/1.5 system-ui,sans-serif;margin:0}
main{max-width:64rem;margin:auto;padding:1rem}
header{padding:1rem;color:#fff;background:var(--quiet)}
header h1{max-width:64rem;margin:auto;font-size:1.4rem}header p{max-width:64rem;margin:.3rem auto}
header.success,header.partial{background:var(--ok)}header.failure,header.broken{background:var(--bad)}header.inconclusive{background:var(--warn)}
table.head{border-collapse:collapse;width:100%}table.head th{text-align:left;vertical-align:top;padding:.2rem 1rem .2rem 0;font-weight:600;white-space:nowrap}
table.head td{overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:1.6rem 0 .4rem}summary h2{display:inline}
article{border-left:4px solid var(--quiet);padding:.2rem 0 .2rem .8rem;margin:.7rem 0}
article.fail{border-color:var(--bad)}article.warn,article.inconclusive{border-color:var(--warn)}article.pass{border-color:var(--ok)}
article h3{font-size:1rem;font-weight:500;margin:0}.made{color:var(--quiet);font-size:.85rem;margin:.1rem 0}
.finding{margin:.5rem 0}.finding p{margin:.1rem 0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:0 .8rem;margin:.2rem 0}dt{color:var(--quiet)}dd{margin:0;overflow-wrap:anywhere}
pre{background:#8881;padding:.5rem;overflow:auto;font-size:.8rem;max-height:24rem;white-space:pre-wrap;overflow-wrap:anywhere}
details.exchange{border-bottom:1px solid var(--line)}details.exchange summary{cursor:pointer;overflow-wrap:anywhere;padding:.2rem 0}
.observations table{border-collapse:collapse;width:100%;font-size:.9rem}.observations th,.observations td{text-align:left;vertical-align:top;font-weight:400;padding:.25rem .8rem .25rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}.observations .unseen{color:var(--quiet)}
.stale{color:var(--bad)}
`;
