#include "training/requests.hpp"

namespace tavoliere::training {

std::vector<RequestInfo> commands() {
    return {request_info<SelfplayRequest>("selfplay", selfplay_help, ""),
            request_info<TrainRequest>("train", train_help, "")};
}

}
