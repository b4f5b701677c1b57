// The OpenAPI document: requests and routes from their tables, and what they are answered by.
#include "base/json.hpp"
#include "play/api.hpp"
#include "play/schema.hpp"
#include <algorithm>
#include <map>
#include <vector>

namespace tavoliere {

namespace {

// What is answered, by the names that routes give. Requests made of members that are not here are found by the test that asks for
// everything.
constexpr std::string_view answers = R"json({
"WORDS":{"description":"a text for people","type":"object","properties":{"en":{"type":"string"},"it":{"type":"string"}},"required":["en","it"],"additionalProperties":false},
"COLOURS":{"description":"what people call the players","type":"object","properties":{"x":{"type":"string"},"o":{"type":"string"},"it":{"type":"object","properties":{"x":{"type":"string"},"o":{"type":"string"}},"required":["x","o"],"additionalProperties":false},"sign":{"enum":["crown","counter","cat"]}},"required":["x","o","it","sign"],"additionalProperties":false},
"OPTION":{"description":"an option of a game","type":"object","properties":{"name":{"type":"string"},"title":{"$ref":"#/$defs/WORDS"},"kind":{"enum":["flag","number","size","cells","choice","text"]},"standard":{"type":"string"},"least":{"type":"integer"},"most":{"type":"integer"},"choices":{"type":"array","items":{"type":"string"}},"dealt":{"type":"string"},"help":{"$ref":"#/$defs/WORDS"}},"required":["name","title","kind","help"],"additionalProperties":false},
"GAME":{"description":"a game","type":"object","properties":{"game":{"type":"string"},"title":{"type":"string"},"summary":{"$ref":"#/$defs/WORDS"},"origin":{"$ref":"#/$defs/WORDS"},"note":{"$ref":"#/$defs/WORDS"},"colours":{"$ref":"#/$defs/COLOURS"},"options":{"type":"array","items":{"$ref":"#/$defs/OPTION"}},"presets":{"type":"array","items":{"type":"object","properties":{"game":{"type":"string"},"title":{"$ref":"#/$defs/WORDS"}},"required":["game","title"],"additionalProperties":false}},"aliases":{"type":"object","additionalProperties":{"type":"string"}},"written":{"description":"its rules are a text","type":"boolean"}},"required":["game","title","summary","origin","note","colours","options","presets","aliases"],"additionalProperties":false},
"GAMES":{"description":"every game","type":"array","items":{"$ref":"#/$defs/GAME"}},
"VARIANT":{"description":"a variant as it is spelled, and its game","type":"object","properties":{"variant":{"type":"string"},"game":{"$ref":"#/$defs/GAME"}},"required":["variant","game"],"additionalProperties":false},
"POINT":{"description":"x and y, in cells; y grows downwards","type":"array","items":{"type":"number"},"minItems":2,"maxItems":2},
"LINE":{"description":"two points, and whose line it is where it is a player's","type":"array","minItems":2,"maxItems":3,"prefixItems":[{"$ref":"#/$defs/POINT"},{"$ref":"#/$defs/POINT"},{"enum":["x","o"]}],"items":false},
"HANDS":{"description":"pieces beside the board","type":"array","items":{"type":"object","properties":{"player":{"enum":["x","o"]},"piece":{"type":"string"},"count":{"type":"integer","minimum":0}},"required":["player","piece","count"],"additionalProperties":false}},
"POSITION":{"description":"a position","type":"object","properties":{"position":{"type":"string"},"turn":{"enum":["x","o"]},"cells":{"type":"string"},"hands":{"$ref":"#/$defs/HANDS"},"guides":{"type":"array","items":{"$ref":"#/$defs/LINE"}},"figures":{"type":"array","items":{"type":"string"}}},"required":["position","turn","cells","hands"],"additionalProperties":false},
"BOARD":{"description":"the geometry of a board","type":"object","properties":{"game":{"type":"string"},"title":{"type":"string"},"colours":{"$ref":"#/$defs/COLOURS"},"box":{"type":"array","items":{"type":"number"},"minItems":4,"maxItems":4},"cells":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"outline":{"type":"array","items":{"$ref":"#/$defs/POINT"},"minItems":3},"centre":{"$ref":"#/$defs/POINT"}},"required":["name","outline","centre"],"additionalProperties":false}},"labels":{"type":"array","items":{"type":"object","properties":{"text":{"type":"string"},"at":{"$ref":"#/$defs/POINT"}},"required":["text","at"],"additionalProperties":false}},"rows":{"type":"array","items":{"type":"integer","minimum":1}},"letters":{"type":"string"},"strokes":{"type":"array","items":{"$ref":"#/$defs/LINE"}},"legend":{"type":"array","items":{"type":"object","properties":{"names":{"type":"array","items":{"$ref":"#/$defs/WORDS"},"minItems":1},"cell":{"type":"string"},"strokes":{"type":"array","items":{"$ref":"#/$defs/LINE"},"minItems":1}},"required":["names","cell","strokes"],"additionalProperties":false},"minItems":1},"pieces":{"type":"object","properties":{"plain":{"$ref":"#/$defs/WORDS"},"special":{"$ref":"#/$defs/WORDS"}},"additionalProperties":false},"start":{"$ref":"#/$defs/POSITION"},"network":{"type":"string"}},"required":["game","title","colours","box","cells","labels","rows","letters","strokes","pieces","start","network"],"additionalProperties":false},
"PATH":{"description":"the cells that a hand touches, in order","type":"array","items":{"type":"string"}},
"MOVE":{"description":"a legal move","type":"object","properties":{"text":{"type":"string"},"path":{"$ref":"#/$defs/PATH"},"also":{"type":"array","items":{"$ref":"#/$defs/PATH"}},"half":{"type":"string"}},"required":["text","path"],"additionalProperties":false},
"PLAYED":{"description":"a move that was made, who made it, and what stood after it","type":"object","properties":{"text":{"type":"string"},"path":{"$ref":"#/$defs/PATH"},"turn":{"enum":["x","o"]},"half":{"type":"string"},"position":{"type":"string"},"next":{"enum":["x","o"]},"cells":{"type":"string"},"hands":{"$ref":"#/$defs/HANDS"},"guides":{"type":"array","items":{"$ref":"#/$defs/LINE"}},"figures":{"type":"array","items":{"type":"string"}}},"required":["text","path","turn","position","next","cells","hands"],"additionalProperties":false},
"RESULT":{"description":"who won and why; null while the game goes on","type":["object","null"],"properties":{"winner":{"enum":["x","o","draw"]},"reason":{"type":"string"},"score":{"type":"integer"},"words":{"$ref":"#/$defs/WORDS"}},"required":["winner","reason"],"additionalProperties":false},
"STUDY":{"description":"a position with the moves that led there, its legal moves and its result","type":"object","properties":{"game":{"type":"string"},"start":{"$ref":"#/$defs/POSITION"},"from":{"type":"integer"},"history":{"type":"array","items":{"$ref":"#/$defs/PLAYED"}},"position":{"type":"string"},"moves":{"type":"array","items":{"$ref":"#/$defs/MOVE"}},"result":{"$ref":"#/$defs/RESULT"}},"required":["game","start","from","history","position","moves","result"],"additionalProperties":false},
"SCORE":{"description":"for the player to move: an estimate in hundredths, or a proved value and how many plies it takes at most","oneOf":[{"type":"object","properties":{"cp":{"type":"integer"}},"required":["cp"],"additionalProperties":false},{"type":"object","properties":{"win":{"type":"integer"}},"required":["win"],"additionalProperties":false},{"type":"object","properties":{"loss":{"type":"integer"}},"required":["loss"],"additionalProperties":false},{"type":"object","properties":{"draw":{"type":"integer"}},"required":["draw"],"additionalProperties":false}]},
"ERROR":{"description":"why a stream ends before its time","type":"object","properties":{"t":{"const":"error"},"id":{"type":"integer"},"d":{"type":"object","properties":{"error":{"type":"string"},"again":{"type":"integer"}},"required":["error"],"additionalProperties":false}},"required":["t","d"],"additionalProperties":false},
"LINES":{"description":"a line of an analysis; the last one is done","oneOf":[{"$ref":"#/$defs/ERROR"},{"type":"object","properties":{"t":{"const":"lines"},"id":{"type":"integer"},"d":{"type":"object","properties":{"depth":{"type":"integer"},"nodes":{"type":"integer"},"seconds":{"type":"number"},"lines":{"type":"array","items":{"type":"object","properties":{"score":{"$ref":"#/$defs/SCORE"},"moves":{"type":"array","items":{"type":"string"}}},"required":["score","moves"],"additionalProperties":false}},"depths":{"type":"array","items":{"type":"object","properties":{"depth":{"type":"integer"},"score":{"$ref":"#/$defs/SCORE"}},"required":["depth","score"],"additionalProperties":false}},"done":{"type":"boolean"}},"required":["depth","nodes","seconds","lines","done"],"additionalProperties":false}},"required":["t","d"],"additionalProperties":false}]},
"SOLUTION":{"description":"a position's exact value for the player to move; null where the time did not suffice","type":"object","properties":{"value":{"enum":["win","draw","loss",null]},"best":{"type":"string"},"plies":{"type":"integer"},"most_plies":{"type":"integer"},"nodes":{"type":"integer"},"seconds":{"type":"number"}},"required":["value","nodes","seconds"],"additionalProperties":false},
"WORTH":{"description":"a value of the theory of sums; null where it is not known","type":["object","null"],"properties":{"value":{"type":"string"},"unicode":{"type":"string"},"outcome":{"type":"string"},"x_wins_first":{"type":"boolean"},"o_wins_first":{"type":"boolean"},"birthday":{"type":"integer"},"positions":{"type":"integer"},"all_small":{"type":"boolean"},"atomic_weight":{"type":"string"},"ups":{"type":"array","items":{"type":"integer"},"minItems":2,"maxItems":2},"mean":{"type":"string"},"temperature":{"type":"string"}},"required":["value","unicode","outcome","x_wins_first","o_wins_first","birthday","positions","all_small"],"additionalProperties":false},
"VALUE":{"description":"what a position is worth as a sum of games: each part, and all of them together","type":"object","properties":{"parts":{"type":"array","items":{"type":"object","properties":{"position":{"type":"string"},"value":{"$ref":"#/$defs/WORTH"}},"required":["position","value"],"additionalProperties":false}},"sum":{"$ref":"#/$defs/WORTH"},"why":{"type":"string"},"known":{"type":"integer"},"values":{"type":"integer"},"seconds":{"type":"number"}},"required":["parts","sum","known","values","seconds"],"additionalProperties":false},
"EXPLORED":{"description":"how often a position came, with what results, the moves that were played from it, the most frequent first, and games in which it came","type":"object","properties":{"game":{"type":"string"},"position":{"type":"string"},"x":{"type":"integer"},"draws":{"type":"integer"},"o":{"type":"integer"},"unknown":{"type":"integer"},"ended":{"description":"of them, the games that end here","type":"object","properties":{"x":{"type":"integer"},"draws":{"type":"integer"},"o":{"type":"integer"},"unknown":{"type":"integer"}},"required":["x","draws","o","unknown"],"additionalProperties":false},"moves":{"type":"array","items":{"type":"object","properties":{"move":{"type":"string"},"alike":{"description":"moves that lead to the same position up to symmetry, counted with it","type":"array","items":{"type":"string"}},"x":{"type":"integer"},"draws":{"type":"integer"},"o":{"type":"integer"},"unknown":{"type":"integer"}},"required":["move","alike","x","draws","o","unknown"],"additionalProperties":false}},"top_games":{"type":"array","items":{"type":"object","properties":{"winner":{"enum":["x","o","draw",null]},"x":{"type":"object","properties":{"name":{"type":"string"},"rating":{"type":"integer"}},"additionalProperties":false},"o":{"type":"object","properties":{"name":{"type":"string"},"rating":{"type":"integer"}},"additionalProperties":false},"date":{"type":"string"},"start":{"type":"string"},"moves":{"type":"array","items":{"type":"string"}},"ply":{"description":"at which the position first came","type":"integer"}},"required":["winner","x","o","moves","ply"],"additionalProperties":false}}},"required":["game","position","x","draws","o","unknown","ended","moves","top_games"],"additionalProperties":false},
"PERFT":{"description":"the leaves of the game tree; with divide those below each first move","type":"object","properties":{"game":{"type":"string"},"position":{"type":"string"},"depth":{"type":"integer"},"nodes":{"type":"integer"},"seconds":{"type":"number"},"divided":{"type":"array","items":{"type":"object","properties":{"move":{"type":"string"},"nodes":{"type":"integer"}},"required":["move","nodes"],"additionalProperties":false}}},"required":["game","position","depth","nodes","seconds"],"additionalProperties":false},
"PLAYOUTS":{"description":"random games, as many as there was time for","type":"object","properties":{"game":{"type":"string"},"position":{"type":"string"},"games":{"type":"integer"},"plies":{"type":"integer"},"longest":{"type":"integer"},"choices_per_ply":{"type":"number"},"x":{"type":"integer"},"o":{"type":"integer"},"draw":{"type":"integer"},"seconds":{"type":"number"}},"required":["game","position","games","plies","longest","choices_per_ply","x","o","draw","seconds"],"additionalProperties":false},
"PUZZLE":{"description":"a puzzle: the goal of the player to move, how deep a search must look, and how many of his moves are each the only one","type":"object","properties":{"id":{"type":"string"},"variant":{"type":"string"},"position":{"type":"string"},"goal":{"enum":["win","draw","gain"]},"proved":{"type":"boolean"},"depth":{"type":"integer"},"find":{"type":"integer"}},"required":["id","variant","position","goal","proved","depth","find"],"additionalProperties":false},
"PUZZLES":{"description":"puzzles","type":"array","items":{"$ref":"#/$defs/PUZZLE"}},
"TRIAL":{"description":"whether the moves are right so far, whether the puzzle is solved by them, and how the last one is answered: by the reply to a right move, or by what refutes a wrong one where that is known","type":"object","properties":{"right":{"type":"boolean"},"solved":{"type":"boolean"},"reply":{"type":"array","items":{"type":"string"}}},"required":["right","solved","reply"],"additionalProperties":false},
"CLOCK":{"description":"milliseconds left, and whose time runs; null without a clock","type":["object","null"],"properties":{"seconds":{"type":"number"},"increment":{"type":"number"},"days":{"type":"integer"},"x":{"type":"integer"},"o":{"type":"integer"},"running":{"enum":["x","o",null]}},"required":["x","o","running"],"additionalProperties":false},
"SEATS":{"description":"the colours that a key plays","enum":["xo","x","o",""]},
"STATE":{"description":"a live game as the holder of a key is shown it","type":"object","properties":{"key":{"type":"string"},"version":{"type":"integer"},"game":{"type":"string"},"seats":{"$ref":"#/$defs/SEATS"},"x":{"$ref":"#/$defs/PLAYER"},"o":{"$ref":"#/$defs/PLAYER"},"start":{"$ref":"#/$defs/POSITION"},"position":{"type":"string"},"turn":{"enum":["x","o"]},"moves":{"type":"array","items":{"$ref":"#/$defs/MOVE"}},"result":{"$ref":"#/$defs/RESULT"},"thinking":{"type":"boolean"},"clock":{"$ref":"#/$defs/CLOCK"},"offers":{"type":"array","items":{"type":"object","properties":{"what":{"enum":["draw","takeback","rematch"]},"by":{"enum":["x","o"]},"declined":{"type":"boolean"}},"required":["what","by","declined"],"additionalProperties":false}},"invited":{"enum":["x","o"]},"invite":{"type":"string"},"invite_days":{"type":"integer"},"watch":{"type":"string"},"present":{"type":"string"},"rematch":{"type":"string"},"cells":{"type":"string"},"hands":{"$ref":"#/$defs/HANDS"},"guides":{"type":"array","items":{"$ref":"#/$defs/LINE"}},"figures":{"type":"array","items":{"type":"string"}},"from":{"type":"integer"},"history":{"type":"array","items":{"$ref":"#/$defs/PLAYED"}}},"required":["key","version","game","seats","x","o","start","position","turn","moves","result","thinking","clock","offers","cells","hands","from","history"],"additionalProperties":false},
"EVENT":{"description":"a line of a game's events: its state when the stream begins and whenever it changes, who is connected, or why the stream ends","oneOf":[{"$ref":"#/$defs/ERROR"},{"type":"object","properties":{"t":{"const":"state"},"id":{"type":"integer"},"d":{"$ref":"#/$defs/STATE"}},"required":["t","d"],"additionalProperties":false},{"type":"object","properties":{"t":{"const":"present"},"d":{"type":"object","properties":{"key":{"type":"string"},"present":{"type":"string"}},"required":["key","present"],"additionalProperties":false}},"required":["t","d"],"additionalProperties":false}]},
"HINT":{"description":"a good move","type":"object","properties":{"ply":{"type":"integer"},"move":{"$ref":"#/$defs/MOVE"},"score":{"$ref":"#/$defs/SCORE"}},"required":["ply","move","score"],"additionalProperties":false},
"GLANCE":{"description":"how games stand","type":"object","properties":{"games":{"type":"array","items":{"type":"object","properties":{"key":{"type":"string"},"game":{"type":"string"},"seats":{"type":"string"},"players":{"type":"object","properties":{"x":{"$ref":"#/$defs/PLAYER"},"o":{"$ref":"#/$defs/PLAYER"}},"required":["x","o"],"additionalProperties":false},"turn":{"enum":["x","o",""]},"result":{"$ref":"#/$defs/RESULT"},"version":{"type":"integer"},"start":{"type":"string"},"moves":{"type":"string"},"changed":{"description":"in seconds since 1970","type":"integer"}},"required":["key","game","seats","players","turn","result","version","start","moves"],"additionalProperties":false}}},"required":["games"],"additionalProperties":false},
"PROBLEM":{"description":"what is wrong, RFC 9457: one line that says what, where, and what would be right","type":"object","properties":{"type":{"const":"about:blank"},"title":{"type":"string"},"status":{"type":"integer"},"detail":{"type":"string"}},"required":["type","title","status","detail"],"additionalProperties":false},
"OPENAPI":{"description":"an OpenAPI document","type":"object","required":["openapi","info","paths"]},
"SVG":{"description":"a picture","type":"string"},
"PNG":{"description":"a picture","type":"string","contentMediaType":"image/png"},
"GIF":{"description":"a moving picture","type":"string","contentMediaType":"image/gif"}
})json";

std::string capitals(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](char c) { return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c; });
    return out;
}

// The name of a live game's answer is that of its message: "state".
std::string schema_of(const Route& route) { return capitals(route.request.answer); }

std::string reference(std::string_view name) { return JsonObject().add("$ref", "#/$defs/" + std::string(name)).text(); }

std::string content(std::string_view type, const std::string& schema) {
    return JsonObject().raw(type, JsonObject().raw("schema", schema).text()).text();
}

std::string parameters(const Route& route) {
    std::vector<std::string> all;
    for (const Field& field : route.request.fields) {
        const bool in_path = route.is_in_path(field.name);
        if (!in_path && (route.method != "GET" || !route.is_sent(field))) continue;
        all.push_back(JsonObject()
                          .add("name", field.name)
                          .add("in", in_path ? "path" : "query")
                          .add("description", field.help.en)
                          .add("required", in_path || field.is_required_of(Asker::stranger))
                          .raw("schema", field_schema(route.request, field, Asker::stranger))
                          .text());
    }
    return json_array(all, [](const std::string& one) { return one; });
}

// Nothing where the body is empty whatever is asked.
std::string body(const Route& route) {
    JsonObject properties;
    std::vector<std::string_view> required;
    bool has_any = false;
    for (const Field& field : route.request.fields) {
        if (!route.is_sent(field)) continue;
        has_any = true;
        properties.raw(field.name, field_schema(route.request, field, Asker::stranger));
        if (field.is_required_of(Asker::stranger)) required.push_back(field.name);
    }
    if (!has_any) return {};
    const std::string schema = JsonObject()
                                   .add("type", "object")
                                   .raw("properties", properties.text())
                                   .raw("required", json_strings(required))
                                   .add("additionalProperties", false)
                                   .text();
    return JsonObject().add("required", !required.empty()).raw("content", content("application/json", schema)).text();
}

std::string responses(const Route& route) {
    const std::string name = schema_of(route);
    const std::string good =
        JsonObject()
            .add("description", route.content == Content::lines ? "a JSON object a line" : "the answer")
            .raw("content", content(media_type(route.content), reference(name)))
            .text();
    const std::string bad = JsonObject()
                                .add("description", "what is wrong")
                                .raw("content", content("application/problem+json", reference("PROBLEM")))
                                .text();
    return JsonObject().raw(route.makes ? "201" : "200", good).raw("default", bad).text();
}

std::string operation(const Route& route) {
    JsonObject out;
    out.add("operationId", (route.method == "GET" ? "get_" : "post_") + std::string(route.request.name));
    out.add("summary", route.request.help.en).add("x-it", route.request.help.it);
    out.raw("parameters", parameters(route));
    if (route.method == "POST")
        if (const std::string sent = body(route); !sent.empty()) out.raw("requestBody", sent);
    out.raw("responses", responses(route));
    if (route.has_key) out.raw("security", R"([{"key":[]}])");
    return out.text();
}

std::string with_references(std::string text) {
    constexpr std::string_view here = "#/$defs/", there = "#/components/schemas/";
    for (auto at = text.find(here); at != text.npos; at = text.find(here, at + there.size()))
        text.replace(at, here.size(), there);
    return text;
}

}

std::string openapi() {
    std::vector<std::string_view> order;
    std::map<std::string_view, JsonObject> of_path;
    for (const Route& route : routes()) {
        if (!of_path.contains(route.path)) order.push_back(route.path);
        of_path[route.path].raw(route.method == "GET" ? "get" : "post", operation(route));
    }
    JsonObject paths;
    for (const std::string_view path : order) paths.raw(path, of_path[path].text());
    // Two objects as one.
    std::string schemas = nested_schemas();
    schemas.back() = ',';
    schemas += answers.substr(1);
    std::erase(schemas, '\n');
    const std::string components =
        JsonObject()
            .raw("schemas", schemas)
            .raw(
                "securitySchemes",
                R"({"key":{"type":"http","scheme":"bearer","description":"the key to a live game, or to a seat in it"}})")
            .text();
    return with_references(JsonObject()
                               .add("openapi", "3.1.0")
                               .raw("info", JsonObject().add("title", "Tavoliere").add("version", "1").text())
                               .raw("servers", "[" + JsonObject().add("url", api_base).text() + "]")
                               .raw("paths", paths.text())
                               .raw("components", components)
                               .text());
}

}
