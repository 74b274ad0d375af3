// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {AggregatorV3Interface} from "./AggregatorV3Interface.sol";
import {IPriceFeed} from "./IPriceFeed.sol";

contract PriceFeed is Ownable2Step, IPriceFeed {
    struct Update {
        int192 answer;
        uint64 updatedAt;
    }

    /// Id before the first update.
    uint80 private constant PHASE = 1 << 64;

    /// @inheritdoc AggregatorV3Interface
    uint8 public constant decimals = 8;
    /// @inheritdoc AggregatorV3Interface
    uint256 public constant version = 1;

    /// @inheritdoc AggregatorV3Interface
    string public description;
    Update[] private _updates;

    constructor(string memory description_, address operator) Ownable(operator) {
        description = description_;
    }

    /// @inheritdoc IPriceFeed
    function update(int256 answer) external onlyOwner {
        if (answer != int192(answer)) revert InvalidPrice();
        // Seconds fit 64 bits.
        _updates.push(Update(int192(answer), uint64(block.timestamp)));
        emit AnswerUpdated(answer, _latestId(), block.timestamp);
    }

    /// @inheritdoc AggregatorV3Interface
    function getRoundData(uint80 _roundId)
        public
        view
        returns (
            uint80 roundId,
            int256 answer,
            uint256 startedAt,
            uint256 updatedAt,
            uint80 answeredInRound
        )
    {
        if (_roundId <= PHASE || _roundId > _latestId()) revert NoDataPresent();
        Update storage found = _updates[_roundId - PHASE - 1];
        return (_roundId, found.answer, found.updatedAt, found.updatedAt, _roundId);
    }

    /// @inheritdoc AggregatorV3Interface
    function latestRoundData()
        external
        view
        returns (
            uint80 roundId,
            int256 answer,
            uint256 startedAt,
            uint256 updatedAt,
            uint80 answeredInRound
        )
    {
        return getRoundData(_latestId());
    }

    function _latestId() private view returns (uint80) {
        // One update per transaction: 64 bits suffice.
        return PHASE + uint80(_updates.length);
    }
}
