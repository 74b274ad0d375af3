// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IPriceFeed} from "../../src/updown/IPriceFeed.sol";
import {UpDownFixture} from "../helpers/UpDownFixture.sol";

contract PriceFeedTest is UpDownFixture {
    uint80 private constant FIRST = (1 << 64) + 1;

    function test_describesItself() public view {
        vm.assertEq(feed.description(), "BTC / USD");
        vm.assertEq(feed.decimals(), 8);
        vm.assertEq(feed.version(), 1);
    }

    function test_keepsEveryUpdate() public {
        vm.expectEmit(address(feed));
        emit IPriceFeed.AnswerUpdated(PRICE, FIRST, vm.getBlockTimestamp());
        post(PRICE);
        post(-5);
        skip(30);
        post(type(int192).max);
        _assertUpdate(FIRST, PRICE, vm.getBlockTimestamp() - 30);
        _assertUpdate(FIRST + 1, -5, vm.getBlockTimestamp() - 30);
        _assertUpdate(FIRST + 2, type(int192).max, vm.getBlockTimestamp());
        (uint80 id, int256 answer,, uint256 updatedAt,) = feed.latestRoundData();
        vm.assertEq(id, FIRST + 2);
        vm.assertTrue(answer == type(int192).max);
        vm.assertEq(updatedAt, vm.getBlockTimestamp());
    }

    function test_unknownIdsRevert() public {
        vm.expectRevert(IPriceFeed.NoDataPresent.selector);
        feed.latestRoundData();
        post(PRICE);
        uint80[5] memory ids = [0, 1, FIRST - 1, FIRST + 1, type(uint80).max];
        for (uint256 i; i < ids.length; ++i) {
            vm.expectRevert(IPriceFeed.NoDataPresent.selector);
            feed.getRoundData(ids[i]);
        }
    }

    function test_onlyTheOperatorPosts() public {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ALICE));
        vm.prank(ALICE);
        feed.update(PRICE);
        vm.expectRevert(IPriceFeed.InvalidPrice.selector);
        post(int256(type(int192).max) + 1);
        vm.expectRevert(IPriceFeed.InvalidPrice.selector);
        post(int256(type(int192).min) - 1);
    }

    function _assertUpdate(uint80 id, int256 expected, uint256 time) private view {
        (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredIn) =
            feed.getRoundData(id);
        vm.assertEq(roundId, id);
        vm.assertTrue(answer == expected);
        vm.assertEq(startedAt, time);
        vm.assertEq(updatedAt, time);
        vm.assertEq(answeredIn, id);
    }
}
