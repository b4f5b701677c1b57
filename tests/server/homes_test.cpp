// The page at its addresses: what others show beside a link to it.
#include "client.hpp"
#include "server/homes.hpp"
#include "server_process.hpp"
#include "session/catalogue.hpp"
#include "support.hpp"

namespace tavoliere {
namespace {

constexpr const char* built = "<!doctype html><html><head><meta name=\"description\" content=\"Play\" />"
                              "<title>Tavoliere</title><link rel=\"icon\" href=\"./favicon.svg\" />"
                              "<script src=\"./assets/index-1f2e.js\"></script></head></html>";

class HomesTest : public testing::Test {
protected:
    TemporaryFolder folder;
    ServerProcess server;

    HomesTest() : server(with_page(), {.port = 0, .page = folder / "page", .origins = {"https://play.example"}}) {}
    const TemporaryFolder& with_page() {
        folder.write("page/index.html", built);
        folder.write("page/assets/index-1f2e.js", "let a = 1;");
        folder.write("page/og/ataxx.png", "a picture");
        return folder;
    }
    HttpAnswer get(const std::string& target, const Headers& headers = {}) {
        return http(server.port(), target, headers);
    }
    static bool has(const std::string& text, std::string_view what) { return text.find(what) != text.npos; }
};

TEST_F(HomesTest, EveryVariantThatIsOfferedHasOne) {
    for (const GameInfo* info : games())
        for (const Preset& preset : info->presets) {
            std::string path = "/" + std::string(preset.variant);
            std::ranges::replace(path, ':', '/');
            const auto page = get(path);
            ASSERT_EQ(page.status, 200) << path;
            EXPECT_EQ(page.headers.at("content-type"), "text/html; charset=utf-8");
            EXPECT_TRUE(has(page.body, "<title>" + std::string(info->title))) << page.body;
            EXPECT_TRUE(has(page.body, html_escaped(info->summary.en))) << page.body;
            EXPECT_TRUE(has(page.body, "content=\"https://play.example" + path + "\"")) << page.body;
        }
}

TEST_F(HomesTest, TheTagsAreThoseOfTheAddress) {
    const std::string misere = get("/ataxx/misere").body;
    EXPECT_TRUE(has(misere, "<meta property=\"og:title\" content=\"Ataxx: Misère · Tavoliere\" />")) << misere;
    EXPECT_TRUE(has(misere, "<meta property=\"og:image\" content=\"https://play.example/og/ataxx.png\" />"));
    EXPECT_FALSE(has(misere, "<title>Tavoliere</title>"));
    EXPECT_FALSE(has(misere, "content=\"Play\""));
    EXPECT_FALSE(has(get("/boop").body, "og:image")); // there is no such picture here
    const auto whole = get("/");
    EXPECT_TRUE(has(whole.body, "og:title\" content=\"Tavoliere\"")) << whole.body;
    EXPECT_EQ(get("/index.html").body, whole.body);
}

TEST_F(HomesTest, LinksLeadToTheSameFilesFromEveryDepth) {
    EXPECT_TRUE(has(get("/ataxx").body, "src=\"./assets/index-1f2e.js\""));
    for (const char* path : {"/ataxx/", "/ataxx/misere", "/ataxx/size=5x5,blocks=c3+c5"}) {
        const std::string page = get(path).body;
        EXPECT_TRUE(has(page, "src=\"../assets/index-1f2e.js\"") && has(page, "href=\"../favicon.svg\""))
            << path << page;
    }
}

TEST_F(HomesTest, APositionHasItsPicture) {
    const auto page = get("/position?game=ataxx&position=7/7/7/3x3/3o3/7/7_x_0_1");
    EXPECT_EQ(page.status, 200);
    EXPECT_TRUE(has(page.body, "og:title\" content=\"A position of Ataxx · Tavoliere\"")) << page.body;
    const std::string asked = "game=ataxx&amp;position=7%2F7%2F7%2F3x3%2F3o3%2F7%2F7%20x%200%201\"";
    EXPECT_TRUE(has(page.body, "og:url\" content=\"https://play.example/position?" + asked)) << page.body;
    EXPECT_TRUE(has(page.body, "og:image\" content=\"https://play.example/api/v1/diagram.png?style=wood&amp;" + asked));
    EXPECT_TRUE(has(page.body, "src=\"./assets/index-1f2e.js\""));
    EXPECT_EQ(
        get("/api/v1/diagram.png?style=wood&game=ataxx&position=7%2F7%2F7%2F3x3%2F3o3%2F7%2F7%20x%200%201").status,
        200);
    // Of a game alone it is the first.
    for (const char* path :
         {"/position?game=ataxx", "/position?game=ataxx&position=", "/position?position=&game=ataxx"})
        EXPECT_TRUE(has(get(path).body, "diagram.png?style=wood&amp;game=ataxx&amp;position=startpos\"")) << path;
    EXPECT_EQ(get("/api/v1/diagram.png?style=wood&game=ataxx&position=startpos").status, 200);
    // What is written into the address comes back as nothing but an address.
    const std::string bad = get("/position?game=boop&position=%22%3E%3Cscript%3E&zzz=1").body;
    EXPECT_TRUE(has(bad, "position=%22%3E%3Cscript%3E\"")) << bad;
    for (const char* nobody : {"\"><script>", "zzz"}) EXPECT_FALSE(has(bad, nobody)) << bad;
    for (const char* path : {"/position", "/position?game=chess", "/position?game=%zz", "/position?game=ataxx/x"})
        EXPECT_FALSE(has(get(path).body, "og:image")) << path;
}

// A variant that nobody offers is told of as its game: what somebody has written into an address is not in the page.
TEST_F(HomesTest, NothingOfTheAddressIsRepeated) {
    for (const char* path : {"/ataxx/zzz", "/ataxx/%22%3E%3Cscript%3Ezzz", "/ataxx/zzz?a=zzz", "/ataxx?zzz=1"}) {
        const auto page = get(path);
        EXPECT_EQ(page.status, 200) << path;
        EXPECT_FALSE(has(page.body, "zzz")) << path;
        EXPECT_TRUE(has(page.headers.at("content-security-policy"), "default-src 'self'")) << path;
    }
    for (const char* path : {"/chess", "/ataxx/a/b", "/assets/zzz.js", "/og/", "//", "/ataxx//"})
        EXPECT_EQ(get(path).status, 404) << path;
}

constexpr const char* navigation = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

// Whoever mistypes an address is a reader of pages; what fetches a file, or asks as a program does, is told as before.
TEST_F(HomesTest, WhereThereIsNothingAPersonGetsThePage) {
    for (const auto& [path, up] : std::map<std::string, std::string>{{"/gammes", "./"},
                                                                     {"/gammes?game=ataxx", "./"},
                                                                     {"/game/xyz", "../"},
                                                                     {"/assets/zzz.js", "../"},
                                                                     {"/ataxx/a/b", "../../"},
                                                                     {"//", "../"},
                                                                     {"/apis", "./"}}) {
        const auto page = get(path, {{"Accept", navigation}});
        EXPECT_EQ(page.status, 404) << path;
        EXPECT_EQ(page.headers.at("content-type"), "text/html; charset=utf-8") << path;
        EXPECT_EQ(page.headers.at("cache-control"), "no-store") << path;
        EXPECT_TRUE(has(page.headers.at("content-security-policy"), "frame-ancestors 'none'")) << path;
        EXPECT_TRUE(has(page.body, "src=\"" + up + "assets/index-1f2e.js\"")) << path << page.body;
        EXPECT_TRUE(has(page.body, "href=\"" + up + "favicon.svg\"")) << path << page.body;
        for (const char* accept : {"", "*/*", "application/json", "application/json, */*", "image/avif,*/*;q=0.8",
                                   "text/html;q=0.5, application/json", "text/html;q=0", "text/html, */*"}) {
            const auto problem = get(path, {{"Accept", accept}});
            EXPECT_EQ(problem.status, 404) << path;
            EXPECT_EQ(problem.headers.at("content-type"), "application/problem+json") << path << accept;
        }
        EXPECT_EQ(get(path).headers.at("content-type"), "application/problem+json") << path;
    }
    EXPECT_EQ(http(server.port(), "/gammes", {{"Accept", navigation}}, "HEAD").headers.at("content-type"),
              "text/html; charset=utf-8");
    for (const char* path : {"/api", "/api/", "/api/gammes", "/api/v1/gammes", "/api/v2/games", "*", "gammes"})
        EXPECT_EQ(get(path, {{"Accept", navigation}}).headers.at("content-type"), "application/problem+json") << path;
    EXPECT_EQ(get("/ataxx", {{"Accept", "application/json"}}).status, 200);
}

TEST_F(HomesTest, ABrowserNeedNotFetchThemTwice) {
    const auto page = get("/ataxx/misere");
    EXPECT_EQ(get("/ataxx/misere", {{"If-None-Match", page.headers.at("etag")}}).status, 304);
    EXPECT_NE(page.headers.at("etag"), get("/ataxx").headers.at("etag"));
}

TEST(Homes, TextIsEscaped) {
    EXPECT_EQ(html_escaped("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
    const auto pages = server::homes(built, "https://x\"y", [](std::string_view) { return true; });
    for (const auto& [path, page] : pages) EXPECT_EQ(page.find("x\"y"), page.npos) << path;
    EXPECT_TRUE(pages.contains("/"));
}

}
}
