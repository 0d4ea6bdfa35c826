/**
 * Defers the script and the display font until the first paint, so that on a slow connection they do not compete with
 * the page and its stylesheet. Coming from another page of the site both are cached and start at once. Must precede the
 * stylesheet, because an inline script after it would wait for it.
 */
export function DeferredScript({ scriptUrl, nonce }: { scriptUrl: string; nonce: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant text and an address of the build
    <script nonce={nonce} dangerouslySetInnerHTML={{ __html: inlineScript(scriptUrl) }} />
  )
}

/**
 * Small enough to inline in every page. The main script runs after parsing. Browsers without paint timing and background
 * tabs start it after the load event.
 */
function inlineScript(scriptUrl: string): string {
  return `(page=>{
let begun;
const start=()=>{
if(document.readyState==="loading")return addEventListener("DOMContentLoaded",start);
if(begun)return;begun=1;delete page.dataset.face;import(${JSON.stringify(scriptUrl)})
};
if(document.referrer.startsWith(location.origin+"/"))return start();
page.dataset.face="later";
new PerformanceObserver(start).observe({type:"paint",buffered:true});
addEventListener("load",()=>setTimeout(start,1e3))
})(document.documentElement)`
}
