/**
 * Defers the script and the display font until the first paint, so that on a slow connection they do not compete with the page
 * and its stylesheet. After navigation within the site both are cached and start at once. Must precede the stylesheet, because an
 * inline script after it would wait for it.
 */
export function DeferredScript({ scriptUrl }: { scriptUrl: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant text and an address of the build
    <script dangerouslySetInnerHTML={{ __html: inlineScript(scriptUrl) }} />
  )
}

/**
 * Returns the script, small enough to inline in every page; its hash is in the content security policy. The main script runs
 * after parsing. Browsers without paint timing and background tabs start it after the load event. It is added as an element, not
 * by `import()`: under a hash with `strict-dynamic` an inline script may add an element, but not call `import()`.
 */
export function inlineScript(scriptUrl: string): string {
  return `(page=>{
let begun;
const start=()=>{
if(document.readyState==="loading")return addEventListener("DOMContentLoaded",start);
if(begun)return;begun=1;delete page.dataset.face;
const main=document.createElement("script");main.type="module";main.src=${JSON.stringify(scriptUrl)};document.head.append(main)
};
if(document.referrer.startsWith(location.origin+"/"))return start();
page.dataset.face="later";
new PerformanceObserver(start).observe({type:"paint",buffered:true});
addEventListener("load",()=>setTimeout(start,1e3))
})(document.documentElement)`
}
