// For browsers that can't run the page's own script: any browser can run this one. The other marks the page when it starts.
window.onload = () => {
  var page = document.documentElement;
  if (page.getAttribute('data-started') !== null) return;
  var isFrame = document.getElementById('line') !== null;
  // The server says the line in the frame's page, which shows it again each minute.
  if (isFrame)
    setTimeout(() => {
      location.reload();
    }, 60000);
  else if (document.querySelector('meta[name="public-page"]') !== null) location.replace('embed');
  else document.getElementById('old-browser').removeAttribute('hidden');
};
